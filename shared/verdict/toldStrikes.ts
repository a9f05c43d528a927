import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { hourStartMs } from '#shared/time/hourKey.ts';
import { nearestStrike, newestWithin, type StrikeRows } from './findStrike.ts';
import { NEAR_MS, type SkyFacts } from './SkyFacts.ts';

/** A verdict reports strikes within this distance of its place, or further if more is known. */
export const NEAR_KM = 100;
/** A storm this close counts, even if there was later lightning farther away. */
export const LAST_KM = 30;

export interface ToldStrikes<Found> {
  /** The nearest of the last ten minutes; if nothing is measured, the newest of them in view. */
  readonly near: Found | undefined;
  /** The last within `LAST_KM`, or without one there, the last known anywhere. */
  readonly last: Found | undefined;
  readonly trend: SkyFacts['trend'];
}

export interface ToldScope {
  readonly endMs: number;
  readonly askedMs: number;
  readonly toMs: number;
  readonly withinKm: number;
}

/** Finds strikes in `[fromMs, toMs)` by their distance from a place. */
export interface NearbyStrikes<Found> {
  readonly nearest: (fromMs: number, toMs: number) => { readonly strike: Found; readonly km: number } | undefined;
  readonly newest: (withinKm: number, fromMs: number, toMs: number) => Found | undefined;
}

/** The strikes that a verdict reports. All of `withinKm` must be present, from twenty minutes before `askedMs` on. */
export function toldStrikes<Found extends Position & { readonly atMs: number }>(
  strikes: StrikeRows<Found>,
  from: Position,
  scope: ToldScope,
): ToldStrikes<Found> {
  const find: NearbyStrikes<Found> = {
    nearest: (fromMs, toMs) => {
      const strike = nearestStrike(strikes, from, { fromMs, toMs });
      return strike && { strike, km: distanceKm(from, strike) };
    },
    newest: (withinKm, fromMs, toMs) => newestWithin(strikes, from, withinKm, { fromMs, toMs }),
  };
  return toldAround(find, scope);
}

/** The same for the surroundings that `find` covers. */
export function toldAround<Found extends { readonly atMs: number }>(
  find: NearbyStrikes<Found>,
  { endMs, askedMs, toMs, withinKm }: ToldScope,
): ToldStrikes<Found> {
  const fromMs = endMs - askedMs;
  const nearest = find.nearest(endMs - NEAR_MS, toMs);
  const near = nearest && nearest.km <= withinKm ? nearest.strike : undefined;
  const last = find.newest(LAST_KM, fromMs, toMs) ?? find.newest(withinKm, fromMs, toMs);
  const upToMs = near ? endMs : (last?.atMs ?? endMs) + 1;
  // Devices store strikes by whole hours: of earlier hours, some may be missing.
  const isHeld = hourStartMs(fromMs) <= upToMs - 2 * NEAR_MS;
  return { near, last, trend: isHeld ? nearestTrend(find, upToMs, Math.min(toMs, upToMs)) : undefined };
}

const LEAST_KM = 3;

/**
 * Whether the nearest strike of the ten minutes before `endMs` is at least 3 km nearer or farther than that of the ten
 * before; undefined if not, or if either span has none. Ten minutes are long enough to show a storm's motion: within
 * them strikes scatter by a few kilometres.
 */
function nearestTrend(
  { nearest }: Pick<NearbyStrikes<unknown>, 'nearest'>,
  endMs: number,
  toMs: number,
): SkyFacts['trend'] {
  const now = nearest(endMs - NEAR_MS, toMs);
  const before = nearest(endMs - 2 * NEAR_MS, endMs - NEAR_MS);
  if (!now || !before) return undefined;
  const nearerKm = before.km - now.km;
  if (Math.abs(nearerKm) < LEAST_KM) return undefined;
  return nearerKm > 0 ? 'closer' : 'further';
}
