import { readFile } from 'node:fs/promises';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { lflStrikes, readLfl } from '#worker/sources/mtgLi/readLfl.ts';
import { unzipBody } from '#worker/sources/mtgLi/unpack.ts';

/** `node readFiles.ts PATH NAME TIMES`: reads a file of flashes so often and prints the milliseconds of each, as JSON. */
const [path = '', name = '', times = '1'] = process.argv.slice(2);
const bytes = new Uint8Array(await readFile(path));
const isZip = bytes[0] === 0x50;
const tookMs: number[] = [];
for (let turn = 0; turn < Number(times); turn += 1) {
  const fromMs = performance.now();
  lflStrikes(readLfl(isZip ? unzipBody(bytes) : bytes, name), HOME_BOX);
  tookMs.push(performance.now() - fromMs);
}
process.stdout.write(JSON.stringify(tookMs));
