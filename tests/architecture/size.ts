import { readTree } from './readTree.ts';
import { treeSize } from './treeSize.ts';

/** `npm run size`: how large the tree is, beside what it may be. `-- --list` names what is counted. */
const size = treeSize(await readTree());
const { small } = size;
const rows: readonly (readonly [name: string, now: number, goal: number | undefined, named: readonly string[]])[] = [
  ['hand-written lines outside tests', size.lines, 73_000, size.largest],
  ['lines of tests', size.testLines, 46_000, []],
  ['tracked files', size.files, 2_100, []],
  ['files of at most 30 lines with one importer', small.none.length, 40, small.none],
  ['… that are entries', small.entry.length, undefined, small.entry],
  ['… with a test of their own', small.tested.length, undefined, small.tested],
  ['… loaded by import()', small.lazy.length, undefined, small.lazy],
  ['… that are tables', small.table.length, undefined, small.table],
  ['folders with one file', size.lonely.length, 40, size.lonely],
  ['rooms directly in web/', size.rooms.length, 9, size.rooms],
  ['imports that run back up in web/', size.upward.length, 0, size.upward],
  ['exported names with two meanings', size.shared.length, 10, size.shared],
];
for (const [name, now, goal] of rows) {
  const mark = goal === undefined ? '' : now <= goal ? `  ≤ ${goal}` : `  > ${goal}`;
  process.stdout.write(`${name.padEnd(46)}${String(now).padStart(7)}${mark}\n`);
}
if (process.argv.includes('--list')) {
  for (const [name, , , named] of rows) {
    if (named.length > 0) process.stdout.write(`\n${name}\n${named.map((line) => `  ${line}\n`).join('')}`);
  }
} else {
  process.stdout.write(`Largest: ${size.largest.slice(0, 3).join(', ')}. \`-- --list\` names the rest.\n`);
}
