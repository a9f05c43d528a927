import { Compression } from 'pmtiles';
import { BasemapFault } from './BasemapFault.ts';

/** A directory has some thousands of entries; what unpacks to more is no directory. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Each entry has four numbers of at least a byte. */
const ENTRY_MIN_BYTES = 4;

async function inflate(packed: ArrayBuffer): Promise<ArrayBuffer> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const piece of stream as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    bytes += piece.byteLength;
    if (bytes > MAX_BYTES) throw new BasemapFault(`unpacks a part to more than ${MAX_BYTES} bytes`);
    pieces.push(piece);
  }
  return await new Blob(pieces).arrayBuffer();
}

/**
 * Unpacks a part of the archive that we read ourselves.
 * @throws BasemapFault if it is packed in a way we cannot unpack, or too large
 */
export async function inflatePart(packed: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.Gzip) return await inflate(packed);
  if (compression === Compression.None) return packed;
  throw new BasemapFault(`packs its directories with ${Compression[compression] ?? compression}, not gzip`);
}

/**
 * Unpacks a directory, and looks whether it can have as many entries as it says: the reader would count to any number.
 * @throws BasemapFault also if it cannot
 */
export async function inflateDirectory(packed: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  const directory = await inflatePart(packed, compression);
  const bytes = new Uint8Array(directory);
  let entries = 0;
  let scale = 1;
  for (const byte of bytes.subarray(0, 8)) {
    entries += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte < 0x80) break;
  }
  if (entries === 0) throw new BasemapFault('holds no tiles');
  if (entries * ENTRY_MIN_BYTES > bytes.length)
    throw new BasemapFault(`has a broken directory: ${entries} entries in ${bytes.length} bytes`);
  return directory;
}
