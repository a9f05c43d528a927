import { type BBox, boxAround } from '#shared/geo/BBox.ts';
import { distanceKm, KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { PLACE_REACH_KM } from '#shared/limits.ts';
import { hourStartMs } from '#shared/time/hourKey.ts';
import { NEAR_MS } from '#shared/verdict/SkyFacts.ts';
import { type MeasuredStrike, nearestStrike, newestStrikes, newestWithin } from './findStrike.ts';
import type { StoredStrike, StrikeStore } from './StrikeStore.ts';

/** Strikes this close to a measuring point are held, whatever the map shows. */
export const NEAR_KM = 100;

/** Returns the box around the point with everything within `NEAR_KM` and in reach of a forecast. */
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

export interface ToldStrikes {
  /** The nearest of the last ten minutes; where nothing is measured, the newest of them in view. */
  readonly near: StoredStrike | undefined;
  /** The last within `LAST_KM`, or without one there within all that is known. */
  readonly last: StoredStrike | undefined;
  readonly trend: NearestTrend | undefined;
}

export interface ToldScope {
  readonly box: BBox | undefined;
  readonly endMs: number;
  readonly askedMs: number;
  readonly toMs: number;
  readonly withinKm: number;
}

/** A storm this close counts, even if lightning fell later further away. */
export const LAST_KM = 30;

/** Finds strikes of `[fromMs, toMs)` by their distance from a place. */
export interface StrikeFinder {
  readonly nearest: (fromMs: number, toMs: number) => MeasuredStrike | undefined;
  readonly newest: (withinKm: number, fromMs: number, toMs: number) => StoredStrike | undefined;
}

/** Finds the strikes that a verdict tells, seen from a place or without one in view. */
export function toldStrikes(strikes: StrikeStore, from: Position | undefined, scope: ToldScope): ToldStrikes {
  if (from) return toldAround(aroundPoint(strikes, from), scope);
  const { box, endMs, askedMs, toMs } = scope;
  const [last] = box ? newestStrikes(strikes, { fromMs: endMs - askedMs, toMs, within: box }, 1) : [];
  const isNear = last !== undefined && endMs - last.atMs < NEAR_MS;
  return { near: isNear ? last : undefined, last, trend: undefined };
}

const aroundPoint = (strikes: StrikeStore, from: Position): StrikeFinder => ({
  nearest: (fromMs, toMs) => {
    const strike = nearestStrike(strikes, from, { fromMs, toMs });
    return strike && { strike, km: distanceKm(from, strike) };
  },
  newest: (withinKm, fromMs, toMs) => newestWithin(strikes, from, withinKm, { fromMs, toMs }),
});

/** The strikes that a verdict tells of the surroundings that `find` looks at. */
export function toldAround(
  find: StrikeFinder,
  { endMs, askedMs, toMs, withinKm }: Omit<ToldScope, 'box'>,
): ToldStrikes {
  const fromMs = endMs - askedMs;
  const nearest = find.nearest(endMs - NEAR_MS, toMs);
  const near = nearest && nearest.km <= withinKm ? nearest.strike : undefined;
  const last = find.newest(LAST_KM, fromMs, toMs) ?? find.newest(withinKm, fromMs, toMs);
  const upToMs = near ? endMs : (last?.atMs ?? endMs) + 1;
  // Strikes are held by whole hours: of those before, some may be missing.
  const isHeld = hourStartMs(fromMs) <= upToMs - 2 * NEAR_MS;
  return { near, last, trend: isHeld ? nearestTrend(find, upToMs, Math.min(toMs, upToMs)) : undefined };
}

const LEAST_KM = 3;

export type NearestTrend = 'closer' | 'further';

/**
 * Whether the nearest strike of the ten minutes before `endMs` lies at least 3 km nearer or further than that of the ten
 * before; undefined if not, or if either span has none. Long enough for a storm to show where it goes: strikes jump
 * about within it by a few kilometres.
 */
function nearestTrend({ nearest }: StrikeFinder, endMs: number, toMs: number): NearestTrend | undefined {
  const now = nearest(endMs - NEAR_MS, toMs);
  const before = nearest(endMs - 2 * NEAR_MS, endMs - NEAR_MS);
  if (!now || !before) return undefined;
  const nearerKm = before.km - now.km;
  if (Math.abs(nearerKm) < LEAST_KM) return undefined;
  return nearerKm > 0 ? 'closer' : 'further';
}
