import { unzipSync } from 'fflate';
import { parseFileName } from './fileName.ts';

/** The body of a product is at most so long; more is not unpacked. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const CENTRAL_HEADER = 0x02014b50;
const END_HEADER = 0x06054b50;
const END_HEADER_BYTES = 22;

/**
 * The file of flashes in the zip of a product, which also holds another `.nc`, the trailer, and pictures.
 * @throws Error saying what is wrong with the zip
 */
export function unzipBody(zip: Uint8Array): Uint8Array {
  const isBody = (name: string) => name.endsWith('.nc') && parseFileName(name)?.part === 'BODY';
  const unpacked = unpack(zip, isBody);
  const [name, body] = Object.entries(unpacked)[0] ?? [];
  if (name === undefined || body === undefined) throw new Error('the zip has no CHK-BODY file');
  // The library does not check it.
  if (crc32(body) !== writtenCrc(zip, name)) throw new Error('the zip: its CRC is wrong');
  return body;
}

function unpack(zip: Uint8Array, isWanted: (name: string) => boolean): Record<string, Uint8Array> {
  let longest = 0;
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!isWanted(name)) return false;
    longest = Math.max(longest, originalSize);
    return originalSize <= MAX_BODY_BYTES;
  };
  let unpacked: Record<string, Uint8Array>;
  try {
    unpacked = unzipSync(zip, { filter });
  } catch {
    throw new Error('the zip cannot be unpacked');
  }
  if (longest > MAX_BODY_BYTES) throw new Error(`the file exceeds ${MAX_BODY_BYTES} bytes`);
  return unpacked;
}

/** As the directory at the end of the zip has it (APPNOTE.TXT 4.3.12). */
function writtenCrc(zip: Uint8Array, wanted: string): number | undefined {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const text = new TextDecoder();
  let end = zip.length - END_HEADER_BYTES;
  // A comment may follow.
  while (end > 0 && view.getUint32(end, true) !== END_HEADER) end -= 1;
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= zip.length && view.getUint32(at, true) === CENTRAL_HEADER) {
    const nameLength = view.getUint16(at + 28, true);
    if (text.decode(zip.subarray(at + 46, at + 46 + nameLength)) === wanted) return view.getUint32(at + 16, true);
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return undefined;
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
