import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';
import type { OddsFit } from './chanceOf.ts';
import type { RangeRow } from './rangeOf.ts';

/** What of a forecast does not hold lately, and is not told until it does. */
export const HIDEABLE = ['chance', 'eta'] as const;
export type Hidden = (typeof HIDEABLE)[number];

/** All that is told of the cells at one instant. */
export interface CellsNews {
  /** The provider's time that the cells stand for. */
  readonly atMs: number;
  readonly cells: readonly CellReport[];
  readonly odds: OddsFit;
  /** What followed arrivals that were told; absent while the table that ships holds. */
  readonly ranges?: readonly RangeRow[] | undefined;
  readonly hidden?: readonly Hidden[] | undefined;
  /** Some of the last ten minutes of home was not read: there may be more cells than told. */
  readonly partial?: boolean | undefined;
}
