import bundleOnce from '#tests/support/bundleOnce.ts';
import { OWN_DISTURBANCES, PROVIDER_DISTURBANCES } from './Disturbance.ts';
import { type CellVerdict, runCell } from './runCell.ts';

/** `npm run chaos [name part]`: every disturbance in a steady storm, one verdict each. */
const wanted = process.argv[2] ?? '';
const tell = (line: string) => process.stdout.write(`${line}\n`);
const cells = [...PROVIDER_DISTURBANCES, ...OWN_DISTURBANCES].filter(({ name }) => name.includes(wanted));

await bundleOnce();
tell(`${'disturbance'.padEnd(40)} strikes  lost  doubled  wrong  unarchived  recovered after  feed shown as`);
let failed = 0;
for (const [index, disturbance] of cells.entries()) {
  const verdict: CellVerdict = await runCell(disturbance, {
    seed: index + 1,
    secondsBefore: 5,
    secondsDuring: 12,
    strikesPerSecond: 10,
  });
  const { strikes, lost, doubled, wrong, unarchived, recoveredAfterSeconds, seen } = verdict;
  const whole = lost + doubled + wrong + unarchived === 0;
  if (!whole) failed += 1;
  const numbers = [strikes, lost, doubled, wrong, unarchived].map((value) => String(value).padStart(7)).join(' ');
  tell(
    `${verdict.disturbance.padEnd(40)} ${numbers} ${recoveredAfterSeconds.toFixed(1).padStart(10)} s  ${seen}${whole ? '' : '  FAIL'}`,
  );
}
tell(
  failed === 0
    ? `PASS: ${cells.length} disturbances, nothing lost, doubled or wrong`
    : `FAIL: ${failed} of ${cells.length}`,
);
process.exit(failed === 0 ? 0 : 1);
