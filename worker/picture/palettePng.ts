import { concatBytes } from '@noble/hashes/utils.js';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** At most 256 colours, as `#rrggbb`; `pixels` are their numbers, row by row. */
export interface PalettePicture {
  readonly width: number;
  readonly height: number;
  readonly colours: readonly string[];
  readonly pixels: Uint8Array;
}

/** A PNG file (ISO/IEC 15948) of colour type 3. */
export async function palettePng({ width, height, colours, pixels }: PalettePicture): Promise<Uint8Array> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits a pixel, colour type 3.
  header.set([8, 3, 0, 0, 0], 8);
  const palette = colours.flatMap((colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)));
  // Each row begins with its filter type: 0, none.
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const packed = new Response(rows).body?.pipeThrough(new CompressionStream('deflate'));
  const data = new Uint8Array(await new Response(packed ?? null).arrayBuffer());
  const chunks = [chunk('IHDR', header), chunk('PLTE', palette), chunk('IDAT', data), chunk('IEND', [])];
  return concatBytes(Uint8Array.from(SIGNATURE), ...chunks);
}

function chunk(type: string, data: ArrayLike<number>): Uint8Array {
  const whole = new Uint8Array(data.length + 12);
  const view = new DataView(whole.buffer);
  view.setUint32(0, data.length);
  whole.set(new TextEncoder().encode(type), 4);
  whole.set(data, 8);
  view.setUint32(data.length + 8, crc32(whole.subarray(4, data.length + 8)));
  return whole;
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
