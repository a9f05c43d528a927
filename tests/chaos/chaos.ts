import { parseArgs } from 'node:util';
import { beginRun, tableText } from '#tests/report/RunResult.ts';

import bundleOnce from '#tests/support/bundleOnce.ts';
import { canMakeWorlds } from '#tests/support/spawnModule.ts';
import { OWN_DISTURBANCES, PROVIDER_DISTURBANCES } from './Disturbance.ts';
import { HOSTILE_DISTURBANCES } from './hostileDisturbances.ts';
import { runCell, runCellOnSmallDisk } from './runCell.ts';
import { runHostileSuite } from './watchHostileSuite.ts';

/**
 * `npm run tools -- chaos [name part] [--seed n]`: every disturbance in a steady storm, one verdict each. With `client` first,
 * the reader is the client that we hand out (`shared/client`). With `watch-hostile` first: STOPs of a brigade while
 * other watchlists have hostile destinations.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' } },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
if (positionals[0] === 'watch-hostile') {
  await bundleOnce();
  process.exit((await runHostileSuite(positionals[1] ?? '', print)) ? 0 : 1);
}
const kind = positionals[0] === 'client' ? 'chaos client' : 'chaos';
const reader = kind === 'chaos' ? 'plain' : 'typed';
const requested = positionals[kind === 'chaos' ? 0 : 1] ?? '';
const seed = Number(values.seed);
const all = [...PROVIDER_DISTURBANCES, ...HOSTILE_DISTURBANCES, ...OWN_DISTURBANCES].filter(({ name }) =>
  name.includes(requested),
);
const cells = canMakeWorlds() ? all : all.filter(({ onSmallDisk }) => !onSmallDisk);

const command = ['npm run tools --', kind, ...(requested ? [`'${requested}'`] : []), '--seed', seed].join(' ');
const finish = beginRun(kind.replace(' ', '-'), command);
await bundleOnce();
if (cells.length < all.length) print('Left out, because this system has no namespaces of ours: a full disk');
const rows: (string | number)[][] = [];
for (const [index, disturbance] of cells.entries()) {
  const cell = { seed: seed + index, secondsBefore: 5, secondsDuring: 12, strikesPerSecond: 10, reader } as const;
  const run = disturbance.onSmallDisk ? runCellOnSmallDisk : runCell;
  const { strikes, lost, doubled, wrong, unarchived, ...after } = await run(disturbance, cell);
  const verdict = lost + doubled + wrong + unarchived === 0 ? 'pass' : 'FAIL';
  const seconds = [after.recoveredAfterSeconds, after.liveAfterSeconds, after.silenceSeconds];
  const counts = [strikes, lost, doubled, wrong, unarchived];
  rows.push([disturbance.name, ...counts, ...seconds.map((value) => value.toFixed(1)), after.seen, verdict]);
  const reported = `${lost} lost, ${doubled} doubled, ${wrong} wrong, ${unarchived} not archived`;
  print(`${index + 1} of ${cells.length}  ${verdict}  ${disturbance.name}: ${reported}`);
}
const failed = rows.filter((row) => row.at(-1) === 'FAIL').length;
const table = {
  title: `npm run tools -- ${kind}, seed ${seed}`,
  columns: [
    ...['disturbance', 'strikes', 'lost', 'doubled', 'wrong', 'not archived'],
    ...['recovered after, s', 'live after, s', 'home silent, s', 'feed shown as', 'verdict'],
  ],
  rows,
};
const path = await finish({ pass: failed === 0, tables: [table] });
print(`\n${tableText(table)}`);
if (failed === 0) print(`PASS: ${cells.length} disturbances, nothing lost, doubled or wrong`);
else print(`FAIL: ${failed} of ${cells.length}; again with --seed ${seed}`);
print(`written to ${path}`);
process.exit(failed === 0 ? 0 : 1);
