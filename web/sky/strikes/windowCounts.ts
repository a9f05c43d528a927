import { type BBox, boxAround } from '#shared/geo/BBox.ts';
import { KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { PLACE_REACH_KM } from '#shared/limits.ts';
import { NEAR_KM, type ReportedScope, type ReportedStrikes, reportedStrikes } from '#shared/sky/placeFacts.ts';
import { NEAR_MS } from '#shared/sky/verdictOf.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';
import { newestStrikes } from './findStrike.ts';
import type { StoredStrike, StrikeStore } from './StrikeStore.ts';

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
  const { length, atMs, latitudesE5, longitudesE5 } = strikes;
  const [west, east] = [bbox.west * DEGREES_TO_E5, bbox.east * DEGREES_TO_E5];
  const [south, north] = [bbox.south * DEGREES_TO_E5, bbox.north * DEGREES_TO_E5];
  const fromMs = endMs - windowMs;
  const barsFromMs = Math.floor(fromMs / barMs) * barMs;
  const barCount = Math.floor((endMs - barsFromMs) / barMs) + 1;
  const bars = new Array<number>(barCount).fill(0);
  let total = 0;
  let newestMs: number | null = null;
  for (let row = 0; row < length; row += 1) {
    const at = atMs[row] as number;
    if (at < fromMs || at >= toMs) continue;
    const longitude = longitudesE5[row] as number;
    const latitude = latitudesE5[row] as number;
    if (longitude < west || longitude > east || latitude < south || latitude > north) continue;
    total += 1;
    if (newestMs === null || at > newestMs) newestMs = at;
    const bar = Math.min(barCount - 1, Math.floor((at - barsFromMs) / barMs));
    bars[bar] = (bars[bar] as number) + 1;
  }
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
