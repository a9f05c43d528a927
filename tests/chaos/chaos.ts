import { parseArgs } from 'node:util';
import { beginRun, tableText } from '#tests/report/RunResult.ts';

import bundleOnce from '#tests/support/bundleOnce.ts';
import { canMakeWorlds } from '#tests/support/spawnModule.ts';
import { OWN_DISTURBANCES, PROVIDER_DISTURBANCES } from './Disturbance.ts';
import { HOSTILE_DISTURBANCES } from './hostileDisturbances.ts';
import { type CellVerdict, runCell, runCellOnSmallDisk } from './runCell.ts';
import { runHostileSuite } from './watchHostileSuite.ts';

/**
 * `npm run tools -- chaos [name part] [--seed n]`: every disturbance in a steady storm, one verdict each. With `client` first,
 * the reader is the client that we hand out (`clients/typescript`). With `watch-hostile` first: STOPs of a brigade beside
 * books whose far sides are hostile.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' } },
});
const byClient = positionals[0] === 'client';
const wanted = positionals[byClient ? 1 : 0] ?? '';
const named = [...(byClient ? ['client'] : []), ...(wanted ? [`'${wanted}'`] : [])].join(' ');
const seed = Number(values.seed);
const tell = (line: string) => process.stdout.write(`${line}\n`);
if (positionals[0] === 'watch-hostile') {
  await bundleOnce();
  process.exit((await runHostileSuite(positionals[1] ?? '', tell)) ? 0 : 1);
}
const smallDisks = canMakeWorlds();
const all = [...PROVIDER_DISTURBANCES, ...HOSTILE_DISTURBANCES, ...OWN_DISTURBANCES].filter(({ name }) =>
  name.includes(wanted),
);
const cells = all.filter(({ onSmallDisk }) => smallDisks || !onSmallDisk);
const isWhole = ({ lost, doubled, wrong, unarchived }: CellVerdict) => lost + doubled + wrong + unarchived === 0;

const finish = beginRun(
  byClient ? 'chaos-client' : 'chaos',
  `npm run tools -- chaos ${named ? `${named} ` : ''}--seed ${seed}`,
);
await bundleOnce();
if (cells.length < all.length) tell('Left out, because this system has no namespaces of ours: a full disk');
const verdicts: CellVerdict[] = [];
for (const [index, disturbance] of cells.entries()) {
  const cell = { seed: seed + index, secondsBefore: 5, secondsDuring: 12, strikesPerSecond: 10 };
  const read = byClient ? { ...cell, reader: 'typed' as const } : cell;
  const verdict = await (disturbance.onSmallDisk ? runCellOnSmallDisk : runCell)(disturbance, read);
  verdicts.push(verdict);
  const { lost, doubled, wrong, unarchived } = verdict;
  const counts = `${lost} lost, ${doubled} doubled, ${wrong} wrong, ${unarchived} not archived`;
  tell(`${index + 1} of ${cells.length}  ${isWhole(verdict) ? 'pass' : 'FAIL'}  ${disturbance.name}: ${counts}`);
}
const failed = verdicts.filter((verdict) => !isWhole(verdict)).length;
const table = {
  title: `npm run tools -- chaos${byClient ? ' client' : ''}, seed ${seed}`,
  columns: [
    'disturbance',
    'strikes',
    'lost',
    'doubled',
    'wrong',
    'not archived',
    'recovered after, s',
    'live after, s',
    'home silent, s',
    'feed shown as',
    'verdict',
  ],
  rows: verdicts.map((verdict) => [
    verdict.disturbance,
    verdict.strikes,
    verdict.lost,
    verdict.doubled,
    verdict.wrong,
    verdict.unarchived,
    verdict.recoveredAfterSeconds.toFixed(1),
    verdict.liveAfterSeconds.toFixed(1),
    verdict.silenceSeconds.toFixed(1),
    verdict.seen,
    isWhole(verdict) ? 'pass' : 'FAIL',
  ]),
};
const path = await finish({ pass: failed === 0, tables: [table] });
tell(`\n${tableText(table)}`);
tell(
  failed === 0
    ? `PASS: ${cells.length} disturbances, nothing lost, doubled or wrong`
    : `FAIL: ${failed} of ${cells.length}; again with --seed ${seed}`,
);
tell(`written to ${path}`);
process.exit(failed === 0 ? 0 : 1);
