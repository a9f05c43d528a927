import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';
import type { OddsFit } from './chanceOf.ts';
import type { RangeRow } from './rangeOf.ts';

/** Parts of a forecast that are withheld while they do not hold. */
export const WITHHOLDABLE = ['chance', 'eta'] as const;
export type Withheld = (typeof WITHHOLDABLE)[number];

export interface CellsNews {
  /** The provider's time that the cells stand for. */
  readonly atMs: number;
  readonly cells: readonly CellReport[];
  readonly odds: OddsFit;
  /** Learnt ranges of arrivals; absent while the table that ships holds. */
  readonly ranges?: readonly RangeRow[] | undefined;
  readonly withheld?: readonly Withheld[] | undefined;
  /** Some of the last ten minutes of home was not read: there may be more cells than told. */
  readonly partial?: boolean | undefined;
}
