import { circleAround } from '#shared/geo/geodesy.ts';
import type { StoredStrike } from '#web/strikes/StrikeStore.ts';

/** Sound in air of 20 °C. */
const METRES_PER_SECOND = 343;
/** Thunder is rarely heard from further away. */
const HEARD_WITHIN_KM = 20;
/** Thunder of a strike lasts on the map for as long as it is heard. */
export const THUNDER_MS = (HEARD_WITHIN_KM * 1_000_000) / METRES_PER_SECOND;
/** A feed slower than this tells of a strike when its thunder has passed the distance that matters. */
const SLOWEST_FEED_MS = 15_000;
const LEAST_ZOOM = 9;

/** Whether thunder can be shown truthfully: close enough to see it move, by a feed that is quick enough. */
export function thunderShown(zoom: number, typicalDelayMs: number | null): boolean {
  return zoom >= LEAST_ZOOM && typicalDelayMs !== null && typicalDelayMs <= SLOWEST_FEED_MS;
}

export interface ThunderRing {
  readonly coordinates: [number, number][];
  /** 1 when it begins, 0 where it is not heard any more. */
  readonly strength: number;
}

/** Where the thunder of each strike has come to at `nowMs`, on the server's clock like the strikes' own times. */
export function thunderRings(strikes: readonly StoredStrike[], nowMs: number): ThunderRing[] {
  return strikes.flatMap((strike) => {
    const radiusKm = ((nowMs - strike.atMs) * METRES_PER_SECOND) / 1_000_000;
    if (radiusKm <= 0 || radiusKm > HEARD_WITHIN_KM) return [];
    return [{ coordinates: circleAround(strike, radiusKm, 72), strength: 1 - radiusKm / HEARD_WITHIN_KM }];
  });
}
