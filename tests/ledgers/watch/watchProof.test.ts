import { describe, expect, test } from 'vitest';
import { ALL_CELLS, type Cell, SOME_CELLS, titleOf } from './proof/Cell.ts';
import { judgeCell, MINUTE_MS, runCell } from './proof/runCell.ts';

const IS_FULL = process.env.WATCH_PROOF === 'full';
const CELLS: readonly Cell[] = IS_FULL ? ALL_CELLS : SOME_CELLS;
/** Feeds whose strikes are all told in time: the all-clear comes by the minute. */
const IN_TIME: readonly Cell['feed'][] = ['prompt', 'late 45 s', 'doubled'];

describe('whatever dies, whoever does not answer and however strikes come, every raise and its all-clear arrive', () => {
  test.each(CELLS.map((cell) => [titleOf(cell), cell] as const))('%s', async (_, cell) => {
    const verdict = judgeCell(cell, await runCell(cell));
    expect(verdict).toMatchObject({ missing: [], falseClears: 0, doubles: 0 });
    expect(verdict.clearAfterMs).toBeGreaterThanOrEqual(31 * MINUTE_MS);
    if (IN_TIME.includes(cell.feed)) expect(verdict.clearAfterMs).toBeLessThanOrEqual(31 * MINUTE_MS + 10_000);
  });
});
