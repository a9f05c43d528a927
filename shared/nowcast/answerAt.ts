import { arrivalAt, type PlaceState } from './arrivalAt.ts';
import type { CarriedFlash } from './carryFlashes.ts';
import { AS_FITTED, type Chance, chanceOf, type OddsFit, oddsOf } from './chanceOf.ts';
import { chanceTerms } from './chanceTerms.ts';
import type { PlanePoint } from './plane.ts';
import { type RangeRow, rangeOf } from './rangeOf.ts';
import type { StormCell } from './StormCell.ts';

/** What a nowcast says of one place: lightning within 10 km of it. */
export interface PlaceAnswer extends Chance {
  readonly state: PlaceState;
  /** When the front of the cell that comes first arrives, if it goes on as it does. Only while approaching. */
  readonly etaMin?: number;
  /** Between which minutes lightning comes in eight of ten such cases in which it comes. */
  readonly range80?: readonly [number, number];
  readonly cell?: number;
}

/** What was learnt of how earlier answers held; by default nothing. */
export interface Learnt {
  readonly odds: OddsFit;
  readonly ranges?: readonly RangeRow[] | undefined;
}
const NOTHING_LEARNT: Learnt = { odds: AS_FITTED };

/** The answer at a place, from what the server and a device that holds strikes and cells both know. */
export function answerAt(
  place: PlanePoint,
  carried: readonly CarriedFlash[],
  cells: readonly StormCell[],
  { odds, ranges }: Learnt = NOTHING_LEARNT,
): PlaceAnswer {
  const terms = chanceTerms(place, carried);
  if (!terms) return { state: 'quiet', p30: 0, p60: 0 };
  const { inMinutes, ...arrival } = arrivalAt(place, carried, cells);
  const chance = chanceOf(oddsOf(terms), odds);
  if (inMinutes === undefined) return { ...arrival, ...chance };
  return { ...arrival, ...chance, etaMin: inMinutes, range80: rangeOf(inMinutes, ranges) };
}
