import { createHash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import type { MtgLiProduct } from './mtgLiProducts.ts';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;

/** The zip of a product, TRAIL before BODY. With `spoilt`, every file in it is announced with a wrong CRC. */
export function productZip({ trailName, bodyName }: MtgLiProduct, body: Uint8Array, spoilt: boolean): Uint8Array {
  const files = {
    [trailName]: strToU8('\x89HDF\r\n\x1a\nno flashes'),
    'quicklooks/quicklook.png': strToU8('\x89PNG'),
    [bodyName]: body,
    'EOPMetadata.xml': strToU8('<metadata/>'),
  };
  const zip = zipSync({ 'manifest.xml': strToU8(manifestOf(files)), ...files });
  if (spoilt) spoilChecksums(zip);
  return zip;
}

function manifestOf(files: Readonly<Record<string, Uint8Array>>): string {
  const objects = Object.entries(files).map(
    ([name, bytes]) =>
      `<dataObject ID="${name}"><checksum checksumName="MD5">${createHash('md5').update(bytes).digest('hex')}</checksum></dataObject>`,
  );
  return `<manifest>${objects.join('')}</manifest>`;
}

/** Walks the directory at the end of the zip (APPNOTE.TXT 4.3.12), and the headers that it points to. */
function spoilChecksums(zip: Uint8Array): void {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let at = view.getUint32(zip.length - 6, true);
  while (view.getUint32(at, true) === CENTRAL_HEADER) {
    const local = view.getUint32(at + 42, true);
    if (view.getUint32(local, true) !== LOCAL_HEADER) throw new Error('a zip whose directory is wrong');
    for (const crc of [at + 16, local + 14]) view.setUint32(crc, view.getUint32(crc, true) ^ 1, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}
