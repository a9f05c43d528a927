import { type BBox, boxAround } from '#shared/geo/BBox.ts';
import { distanceKm, KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { PLACE_REACH_KM } from '#shared/nowcast/place/chanceOf.ts';
import { nearestStrike } from './findStrike.ts';
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

export interface NearestKnown {
  /** The nearest strike, if it is known that none is nearer. */
  readonly strike: StoredStrike | undefined;
  /** Without a `strike`, there is none within this distance. */
  readonly withinKm: number;
}

/** Finds the nearest strike in `[fromMs, toMs)`. One beyond `withinKm` does not count: another may be nearer. */
export function nearestKnown(
  strikes: StrikeStore,
  from: Position,
  view: BBox | undefined,
  fromMs: number,
  toMs?: number,
): NearestKnown {
  const withinKm = knownWithinKm(from, view);
  const strike = nearestStrike(strikes, from, { fromMs, toMs });
  return { strike: strike && distanceKm(from, strike) <= withinKm ? strike : undefined, withinKm };
}

/** Long enough for a cell of a storm to show where it goes; strikes jump about within it by a few kilometres. */
export const TREND_SPAN_MS = 10 * 60_000;
const LEAST_KM = 3;

export type NearestTrend = 'closer' | 'further';

/**
 * Whether the nearest strike of the last ten minutes lies at least 3 km nearer or further than that of the ten before;
 * undefined if not, or if either span has none. Strikes from `toMs` on do not count.
 */
export function nearestTrend(
  strikes: StrikeStore,
  from: Position,
  nowMs: number,
  toMs?: number,
): NearestTrend | undefined {
  const now = nearestStrike(strikes, from, { fromMs: nowMs - TREND_SPAN_MS, toMs });
  const before = nearestStrike(strikes, from, { fromMs: nowMs - 2 * TREND_SPAN_MS, toMs: nowMs - TREND_SPAN_MS });
  if (!now || !before) return undefined;
  const nearerKm = distanceKm(from, before) - distanceKm(from, now);
  if (Math.abs(nearerKm) < LEAST_KM) return undefined;
  return nearerKm > 0 ? 'closer' : 'further';
}
