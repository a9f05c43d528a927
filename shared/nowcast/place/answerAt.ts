import type { PlanePoint } from '#shared/nowcast/cells/plane.ts';
import type { StormCell } from '#shared/nowcast/cells/StormCell.ts';
import type { AdvectedFlash } from './advectFlashes.ts';
import { arrivalAt, type PlaceState } from './arrivalAt.ts';
import { AS_FITTED, type Chance, chanceOf, chanceTerms, type OddsFit, oddsOf } from './chanceOf.ts';
import { type RangeRow, rangeOf } from './rangeOf.ts';

/** Forecast of lightning within 10 km of one place. */
export interface PlaceAnswer extends Chance {
  readonly state: PlaceState;
  /** Minutes until the leading edge of the first cell arrives, at its present motion. Only while approaching. */
  readonly etaMin?: number;
  /** If lightning comes, it comes between these minutes in eight of ten such cases. */
  readonly range80?: readonly [number, number];
  readonly cell?: number;
}

/** Corrections fitted to earlier forecasts; none by default. */
export interface Learnt {
  readonly odds: OddsFit;
  readonly ranges?: readonly RangeRow[] | undefined;
}
const NOTHING_LEARNT: Learnt = { odds: AS_FITTED };

/** The forecast at a place, from data that both the server and a device with strikes and cells have. */
export function answerAt(
  place: PlanePoint,
  carried: readonly AdvectedFlash[],
  cells: readonly StormCell[],
  learnt: Learnt = NOTHING_LEARNT,
): PlaceAnswer {
  return askedAt(place, carried, cells, learnt)?.answer ?? { state: 'quiet', p30: 0, p60: 0 };
}

/** The same forecast, plus the log odds without corrections; undefined if no flash is within reach. */
export function askedAt(
  place: PlanePoint,
  carried: readonly AdvectedFlash[],
  cells: readonly StormCell[],
  learnt: Learnt,
): { readonly odds: readonly [number, number]; readonly answer: PlaceAnswer } | undefined {
  const terms = chanceTerms(place, carried);
  if (!terms) return undefined;
  const odds = oddsOf(terms);
  const { inMinutes, ...arrival } = arrivalAt(place, carried, cells);
  const answer = { ...arrival, ...chanceOf(odds, learnt.odds) };
  if (inMinutes === undefined) return { odds, answer };
  return { odds, answer: { ...answer, etaMin: inMinutes, range80: rangeOf(inMinutes, learnt.ranges) } };
}
