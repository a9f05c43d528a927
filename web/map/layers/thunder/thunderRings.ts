import { circleAround } from '#shared/geo/geodesy.ts';
import type { StoredStrike } from '#web/sky/strikes/StrikeStore.ts';

/** Speed of sound in air at 20 °C. */
const METRES_PER_SECOND = 343;
/** Thunder is rarely heard from further away. */
const HEARD_WITHIN_KM = 20;
/** A strike's ring is drawn for as long as its thunder can be heard. */
export const THUNDER_MS = (HEARD_WITHIN_KM * 1_000_000) / METRES_PER_SECOND;
/** A slower feed reports a strike only after its thunder has passed the distance that matters. */
const MAX_FEED_DELAY_MS = 15_000;
const MIN_ZOOM = 9;
/** More would be a tangle in which nobody can follow one. */
const MAX_RINGS = 5;

/** Whether thunder can be shown truthfully: zoomed in enough to see it move, from a feed that is fast enough. */
export function thunderShown(zoom: number, typicalDelayMs: number | null): boolean {
  return zoom >= MIN_ZOOM && typicalDelayMs !== null && typicalDelayMs <= MAX_FEED_DELAY_MS;
}

export interface ThunderRing {
  /** Of the strike that it spreads from. */
  readonly ordinal: number;
  readonly coordinates: [number, number][];
  /** 1 when it begins, 0 when it can no longer be heard. */
  readonly strength: number;
}

/**
 * Returns how far the thunder of the newest strikes has come at `nowMs`, on the server's clock like the strikes' times.
 * `strikes` are ordered, newest first.
 */
export function thunderRings(strikes: readonly StoredStrike[], nowMs: number): ThunderRing[] {
  const heard = strikes.flatMap((strike) => {
    const radiusKm = ((nowMs - strike.atMs) * METRES_PER_SECOND) / 1_000_000;
    return radiusKm > 0 && radiusKm <= HEARD_WITHIN_KM ? [{ strike, radiusKm }] : [];
  });
  return heard.slice(0, MAX_RINGS).map(({ strike, radiusKm }) => {
    return {
      ordinal: strike.ordinal,
      coordinates: circleAround(strike, radiusKm, 180),
      strength: 1 - radiusKm / HEARD_WITHIN_KM,
    };
  });
}
