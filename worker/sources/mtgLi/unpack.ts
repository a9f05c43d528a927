import { Inflate } from 'fflate';
import { readBoundedBytes } from '#worker/outbound/readBounded.ts';
import { parseFileName } from './fileName.ts';

/** The body of a product is at most so long; more is not unpacked. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_HEADER = 0x06054b50;
const END_HEADER_BYTES = 22;
const [STORED, DEFLATED] = [0, 8];

/**
 * The file of flashes in the zip of a product, which also holds another `.nc`, the trailer, and pictures. Nothing else is
 * unpacked, and no more of it than the zip says.
 * @throws Error saying what is wrong with the zip
 */
export async function unzipBody(zip: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const entry = await readZip(() => bodyEntry(zip));
  if (!entry) throw new Error('the zip has no CHK-BODY file');
  const { method, crc, packed, size } = entry;
  if (size > MAX_BODY_BYTES) throw new Error(`the file exceeds ${MAX_BODY_BYTES} bytes`);
  if (method !== STORED && method !== DEFLATED) throw new Error('the zip cannot be unpacked');
  const body = await readZip(() => (method === STORED ? packed : inflatedEntry(packed, size)));
  if (body.length !== size) throw new Error('the zip: its file is not as long as it says');
  if (crc32(body) !== crc) throw new Error('the zip: its CRC is wrong');
  return body;
}

async function readZip<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch {
    throw new Error('the zip cannot be unpacked');
  }
}

interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly packed: Uint8Array<ArrayBuffer>;
  /** Of the file, unpacked. */
  readonly size: number;
}

/** By the directory at the end of the zip (APPNOTE.TXT 4.3.12). @throws RangeError if it leads out of the zip */
function bodyEntry(zip: Uint8Array<ArrayBuffer>): Entry | undefined {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const text = new TextDecoder();
  let end = zip.length - END_HEADER_BYTES;
  // A comment may follow.
  while (view.getUint32(end, true) !== END_HEADER) end -= 1;
  let at = view.getUint32(end + 16, true);
  while (view.getUint32(at, true) === CENTRAL_HEADER) {
    const nameLength = view.getUint16(at + 28, true);
    const name = text.decode(zip.subarray(at + 46, at + 46 + nameLength));
    if (name.endsWith('.nc') && parseFileName(name)?.part === 'BODY') {
      const local = view.getUint32(at + 42, true);
      if (view.getUint32(local, true) !== LOCAL_HEADER) throw new RangeError('no file there');
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      return {
        method: view.getUint16(at + 10, true),
        crc: view.getUint32(at + 16, true),
        packed: zip.subarray(from, from + view.getUint32(at + 20, true)),
        size: view.getUint32(at + 24, true),
      };
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return undefined;
}

/** @throws as `readBoundedBytes` */
function inflatedEntry(packed: Uint8Array<ArrayBuffer>, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return readBoundedBytes(new Response(stream), mostBytes);
}

/** A byte becomes 1,032 at most, so that no more than 16 MB are made beyond a bound. Each piece costs a copy of the window. */
const PIECE_BYTES = 16_384;

/** Of deflated bytes (RFC 1951), for a reader that cannot wait for a stream. @throws Error as soon as there are more than `mostBytes`, or if they are none */
function inflated(packed: Uint8Array, mostBytes: number): Uint8Array {
  const bytes = new Uint8Array(mostBytes);
  let length = 0;
  const inflate = new Inflate((piece) => {
    if (length + piece.length > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
    bytes.set(piece, length);
    length += piece.length;
  });
  for (let at = 0; at < packed.length; at += PIECE_BYTES) {
    inflate.push(packed.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= packed.length);
  }
  return bytes.subarray(0, length);
}

/** Of zlib's form of them (RFC 1950). @throws Error as `inflated`, or if its checksum is wrong */
export function unzlibbed(packed: Uint8Array, mostBytes: number): Uint8Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const [method, flags] = [view.getUint8(0), view.getUint8(1)];
  if ((method & 15) !== DEFLATED || ((method << 8) | flags) % 31 !== 0 || flags & 32) throw new Error('no zlib');
  const bytes = inflated(packed.subarray(2, -4), mostBytes);
  if (adler32(bytes) !== view.getUint32(packed.length - 4)) throw new Error('its checksum is wrong');
  return bytes;
}

/** The remainders are taken once a run: until then both sums stay exact. */
const ADLER_RUN = 3_800;

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let at = 0; at < bytes.length; ) {
    for (const end = Math.min(at + ADLER_RUN, bytes.length); at < end; at += 1) {
      a += bytes[at] ?? 0;
      b += a;
    }
    a %= 65_521;
    b %= 65_521;
  }
  return ((b << 16) | a) >>> 0;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 255] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
