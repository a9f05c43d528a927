import type { LogOddsFit, RangeRow } from './chanceOf.ts';
import type { CellReport } from './StormCell.ts';

/** Parts of a forecast that are withheld while they are unreliable. */
export const WITHHOLDABLE = ['chance', 'eta'] as const;
export type Withheld = (typeof WITHHOLDABLE)[number];

export interface CellsUpdate {
  /** The time of the cells, on the provider's clock. */
  readonly atMs: number;
  readonly cells: readonly CellReport[];
  readonly odds: LogOddsFit;
  /** Fitted ranges of arrivals; absent while the shipped table is valid. */
  readonly ranges?: readonly RangeRow[] | undefined;
  readonly withheld?: readonly Withheld[] | undefined;
  /** True if the last ten minutes of home have gaps: there may be more cells than published. */
  readonly partial?: boolean | undefined;
}

/** Chances in everyday terms: n times in m. */
const STEPS = [
  [1, 20],
  [1, 10],
  [1, 5],
  [1, 4],
  [1, 3],
  [1, 2],
  [2, 3],
  [3, 4],
  [9, 10],
] as const;

export interface ChanceTexts {
  readonly bound: 'about' | 'less' | 'more';
  readonly times: number;
  readonly of: number;
}

const LOWEST = 0.05;
const HIGHEST = 0.95;

/** The nearest of these everyday chances. It is never zero and never certain. */
export function chanceText(chance: number): ChanceTexts {
  if (!(chance >= LOWEST)) return { bound: 'less', times: 1, of: 20 };
  if (chance > HIGHEST) return { bound: 'more', times: 9, of: 10 };
  const off = ([times, of]: readonly [number, number]) => Math.abs(times / of - chance);
  const [times, of] = STEPS.reduce<(typeof STEPS)[number]>(
    (best, step) => (off(step) < off(best) ? step : best),
    STEPS[0],
  );
  return { bound: 'about', times, of };
}
