import { describe, expect, test } from 'vitest';
import { HOLD_MS, REAL_CELLS, realFaults, realTitle, runRealCell } from '#tests/proof/runRealCell.ts';

/** The others, and every cell of the matrix, run with `npm run watch-proof`. */
const IN_SHORT = REAL_CELLS.filter(
  ({ death, when }) => death === 'both' || (death === 'runtime' && when === 'countdown'),
);

describe('in real processes, a raise and its all-clear arrive', () => {
  test.concurrent.each(IN_SHORT.map((cell) => [realTitle(cell), cell] as const))('%s', async (_, cell) => {
    const run = await runRealCell(cell);
    expect(realFaults(cell, run)).toEqual([]);
    expect(run.clearAfterMs).toBeGreaterThanOrEqual(HOLD_MS);
  });
});
