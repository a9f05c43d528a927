import { type BBox, boxAround } from '#shared/geo/BBox.ts';
import { KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { PLACE_REACH_KM } from '#shared/limits.ts';
import { NEAR_KM, type ToldScope, type ToldStrikes, toldStrikes } from '#shared/verdict/placeFacts.ts';
import { NEAR_MS } from '#shared/verdict/verdictOf.ts';
import { newestStrikes } from './findStrike.ts';
import type { StoredStrike, StrikeStore } from './StrikeStore.ts';

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

export interface HeldScope extends ToldScope {
  readonly box: BBox | undefined;
  /** `from` is just the map's middle, so the last strike is the last one in view. */
  readonly isMiddle?: boolean;
}

/** Finds the strikes for a verdict, seen from a place or, without one, in view. */
export function heldStrikes(
  strikes: StrikeStore,
  from: Position | undefined,
  { box, isMiddle = false, ...scope }: HeldScope,
): ToldStrikes<StoredStrike> {
  const { endMs, askedMs, toMs } = scope;
  const around = from && toldStrikes(strikes, from, scope);
  if (around && !isMiddle) return around;
  const [last] = box ? newestStrikes(strikes, { fromMs: endMs - askedMs, toMs, within: box }, 1) : [];
  if (around) return { ...around, last: last ?? around.last };
  const isNear = last !== undefined && endMs - last.atMs < NEAR_MS;
  return { near: isNear ? last : undefined, last, trend: undefined };
}
