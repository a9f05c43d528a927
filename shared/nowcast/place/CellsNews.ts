import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';
import type { OddsFit } from './chanceOf.ts';
import type { RangeRow } from './rangeOf.ts';

/** Parts of a forecast that are withheld while they are unreliable. */
export const WITHHOLDABLE = ['chance', 'eta'] as const;
export type Withheld = (typeof WITHHOLDABLE)[number];

export interface CellsNews {
  /** The time of the cells, on the provider's clock. */
  readonly atMs: number;
  readonly cells: readonly CellReport[];
  readonly odds: OddsFit;
  /** Fitted ranges of arrivals; absent while the shipped table is valid. */
  readonly ranges?: readonly RangeRow[] | undefined;
  readonly withheld?: readonly Withheld[] | undefined;
  /** True if the last ten minutes of home have gaps: there may be more cells than published. */
  readonly partial?: boolean | undefined;
}
