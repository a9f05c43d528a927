import { type BBox, bboxContains, boxAround } from '#shared/geo/BBox.ts';
import { distanceKm, KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { boxAroundShape, distanceFrom, type Shape } from '#shared/geo/Shape.ts';
import { FRESH_WITHIN_MS, PLACE_REACH_KM, RECENT_WITHIN_MS } from '#shared/limits.ts';
import {
  eachRow,
  NEAR_KM,
  type ReportedScope,
  type ReportedStrikes,
  reportedAround,
  reportedStrikes,
  type StrikeScope,
} from '#shared/sky/placeFacts.ts';
import { NEAR_MS } from '#shared/sky/verdictOf.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';
import {
  RENDERED_INTS_PER_ROW,
  RENDERED_TIME_UNIT_MS,
  type RenderedRows,
  type StoredStrike,
  type StrikeStore,
} from './StrikeStore.ts';

export interface MeasuredStrike {
  readonly strike: StoredStrike;
  readonly km: number;
}

/** Nearest first. Strikes within `knownKm` of `to` count even outside `within`. */
export function nearestStrikes(
  strikes: StrikeStore,
  to: Position,
  { fromMs, toMs = Number.POSITIVE_INFINITY, within, knownKm }: StrikeScope & { readonly knownKm: number },
  maxCount: number,
): MeasuredStrike[] {
  const nearest: MeasuredStrike[] = [];
  for (let row = 0; row < strikes.length; row += 1) {
    const atMs = strikes.atMs[row] as number;
    if (atMs < fromMs || atMs >= toMs) continue;
    const latitude = (strikes.latitudesE5[row] as number) / DEGREES_TO_E5;
    const longitude = (strikes.longitudesE5[row] as number) / DEGREES_TO_E5;
    const km = distanceKm(to, { latitude, longitude });
    if (nearest.length === maxCount && km >= (nearest[maxCount - 1]?.km ?? 0)) continue;
    if (km > knownKm && within && !bboxContains(within, longitude, latitude)) continue;
    const place = nearest.findIndex((held) => held.km > km);
    nearest.splice(place < 0 ? nearest.length : place, 0, { strike: strikes.strikeAt(row), km });
    nearest.length = Math.min(nearest.length, maxCount);
  }
  return nearest;
}

/** Newest first. Reads from the end, where new strikes lie: most of the rest is then skipped by its time. */
export function newestStrikes(
  strikes: StrikeStore,
  { fromMs, toMs = Number.POSITIVE_INFINITY, within }: StrikeScope,
  maxCount: number,
): StoredStrike[] {
  const { length, atMs: times, latitudesE5, longitudesE5 } = strikes;
  const newest: StoredStrike[] = [];
  for (let row = length - 1; row >= 0; row -= 1) {
    const atMs = times[row] as number;
    if (atMs < fromMs || atMs >= toMs || (newest.length === maxCount && atMs <= (newest[maxCount - 1]?.atMs ?? 0)))
      continue;
    const longitude = (longitudesE5[row] as number) / DEGREES_TO_E5;
    const latitude = (latitudesE5[row] as number) / DEGREES_TO_E5;
    if (within && !bboxContains(within, longitude, latitude)) continue;
    const place = newest.findIndex((held) => held.atMs < atMs);
    newest.splice(place < 0 ? newest.length : place, 0, strikes.strikeAt(row));
    newest.length = Math.min(newest.length, maxCount);
  }
  return newest;
}

/** With more than these, nothing on a map is free of them. */
const MOST_FRESH = 400;

/** The newest strikes of ten minutes: what lies on one of them hides it. */
export function freshStrikes(strikes: StrikeStore, nowMs: number, toMs: number, within?: BBox): StoredStrike[] {
  const scope = { fromMs: nowMs - NEAR_MS, toMs, ...(within && { within }) };
  return newestStrikes(strikes, scope, MOST_FRESH);
}

export interface WindowCounts {
  readonly total: number;
  readonly newestMs: number | null;
  /** A multiple of `barMs`, so that bars do not move while time passes. */
  readonly barsFromMs: number;
  readonly barMs: number;
  /** Strikes per bar, oldest first; they add up to `total`. */
  readonly bars: readonly number[];
}

/** Counts strikes in `bbox` from `endMs - windowMs` on, and before `toMs`. The zoom does not matter. */
export function windowCounts(
  strikes: StrikeStore,
  bbox: BBox,
  endMs: number,
  windowMs: number,
  barMs: number,
  toMs = Number.POSITIVE_INFINITY,
): WindowCounts {
  const fromMs = endMs - windowMs;
  const barsFromMs = Math.floor(fromMs / barMs) * barMs;
  const barCount = Math.floor((endMs - barsFromMs) / barMs) + 1;
  const bars = new Array<number>(barCount).fill(0);
  let total = 0;
  let newestMs: number | null = null;
  eachRow(strikes, { fromMs, toMs, within: bbox }, (row) => {
    const at = strikes.atMs[row] as number;
    total += 1;
    if (newestMs === null || at > newestMs) newestMs = at;
    const bar = Math.min(barCount - 1, Math.floor((at - barsFromMs) / barMs));
    bars[bar] = (bars[bar] as number) + 1;
  });
  return { total, newestMs, barsFromMs, barMs, bars };
}

/** The box with everything within `NEAR_KM` and in reach of a forecast, always held. */
export const nearBox = (point: Position): BBox => boxAround(point, Math.max(NEAR_KM, PLACE_REACH_KM));

/** Returns the radius in which all strikes are held: `NEAR_KM`, or more if the view reaches further all around. */
export function knownWithinKm(from: Position, view: BBox | undefined): number {
  if (!view) return NEAR_KM;
  const { latitude, longitude } = from;
  const kmPerLongitude =
    KM_PER_DEGREE * Math.cos((Math.max(Math.abs(view.south), Math.abs(view.north)) * Math.PI) / 180);
  const toEdgeKm = Math.min(
    (latitude - view.south) * KM_PER_DEGREE,
    (view.north - latitude) * KM_PER_DEGREE,
    (longitude - view.west) * kmPerLongitude,
    (view.east - longitude) * kmPerLongitude,
  );
  return Math.max(NEAR_KM, Math.floor(toEdgeKm / 10) * 10);
}

interface HeldScope extends ReportedScope {
  readonly box: BBox | undefined;
  /** `from` is just the map's middle, so the last strike is the last one in view. */
  readonly isMiddle?: boolean;
}

/** Finds the strikes for a verdict, seen from a place or, without one, in view. */
export function heldStrikes(
  strikes: StrikeStore,
  from: Position | undefined,
  { box, isMiddle = false, ...scope }: HeldScope,
): ReportedStrikes<StoredStrike> {
  const { endMs, requestedMs, toMs } = scope;
  const around = from && reportedStrikes(strikes, from, scope);
  if (around && !isMiddle) return around;
  const [last] = box ? newestStrikes(strikes, { fromMs: endMs - requestedMs, toMs, within: box }, 1) : [];
  if (around) return { ...around, last: last ?? around.last };
  const isNear = last !== undefined && endMs - last.atMs < NEAR_MS;
  return { near: isNear ? last : undefined, last, trend: undefined };
}

/** An outlined area with a verdict: distances count from its edge, and are 0 within; bearings from its middle. */
export interface OutlinedArea {
  readonly by: 'outline';
  readonly at: Position;
  /** All strikes within this distance of its edge are held. */
  readonly withinKm: number;
  /** The box around the area and that distance. */
  readonly reach: BBox;
  readonly kmTo: (at: Position) => number;
  readonly reported: (strikes: StrikeStore, scope: ReportedScope) => ReportedStrikes<StoredStrike>;
}

export function outlinedArea(shape: Shape, withinKm: number): OutlinedArea {
  const reach = boxAroundShape(shape, withinKm);
  const { west, south, east, north } = reach;
  const kmTo = distanceFrom(shape);
  return {
    by: 'outline',
    at: { latitude: (south + north) / 2, longitude: (west + east) / 2 },
    withinKm,
    reach,
    kmTo,
    reported: (strikes, scope) => {
      const around = (km: number, fromMs: number, toMs: number): MeasuredStrike[] => {
        const found: MeasuredStrike[] = [];
        eachRow(strikes, { fromMs, toMs, within: reach }, (row) => {
          const strike = strikes.strikeAt(row);
          const away = kmTo(strike);
          if (away <= km) found.push({ strike, km: away });
        });
        return found;
      };
      return reportedAround(
        {
          nearest: (fromMs, toMs) => around(withinKm, fromMs, toMs).toSorted((a, b) => a.km - b.km)[0],
          newest: (km, fromMs, toMs) =>
            around(km, fromMs, toMs).toSorted((a, b) => b.strike.atMs - a.strike.atMs)[0]?.strike,
        },
        scope,
      );
    },
  };
}

export interface AgeCounts {
  readonly total: number;
  readonly fresh: number;
  readonly recent: number;
  readonly old: number;
}

/** Ages in the unit of the rows: strikes older than `window` or younger than `youngest` do not count. */
interface CountedAges {
  readonly now: number;
  readonly window: number;
  readonly youngest: number;
}

const FRESH = FRESH_WITHIN_MS / RENDERED_TIME_UNIT_MS;
const RECENT = RECENT_WITHIN_MS / RENDERED_TIME_UNIT_MS;

/** Counts rows in the square of twice `reach` around a place; places and `reach` in 32-bit Mercator. */
export function countAround(
  { rendered, length }: Pick<RenderedRows, 'rendered' | 'length'>,
  { now, window, youngest }: CountedAges,
  at: { readonly x: number; readonly y: number },
  reach: number,
): AgeCounts {
  let [fresh, recent, old] = [0, 0, 0];
  for (let row = 0; row < length; row += 1) {
    const from = row * RENDERED_INTS_PER_ROW;
    // Differences of wrapped integers wrap too, so the antimeridian needs no special case.
    if (Math.abs(((rendered[from] as number) - at.x) | 0) > reach) continue;
    if (Math.abs(((rendered[from + 1] as number) - at.y) | 0) > reach) continue;
    const age = now - (rendered[from + 2] as number);
    if (age > window || age < youngest) continue;
    if (age <= FRESH) fresh += 1;
    else if (age <= RECENT) recent += 1;
    else old += 1;
  }
  return { total: fresh + recent + old, fresh, recent, old };
}
