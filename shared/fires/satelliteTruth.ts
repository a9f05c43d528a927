import { HOUR_MS } from '#shared/time/hourKey.ts';

export type SatelliteState = 'fresh' | 'late' | 'dead';

const FRESH_MS = 6 * HOUR_MS;
const LATE_MS = 12 * HOUR_MS;

/**
 * A satellite's status by the newest row of its whole file. The file lists fires and no overpasses, so the age of the
 * newest row is the only way to detect an outage. Undefined: no row was ever received.
 */
export function satelliteStateAt(newestMs: number | undefined, nowMs: number): SatelliteState {
  if (newestMs === undefined || nowMs - newestMs > LATE_MS) return 'dead';
  return nowMs - newestMs <= FRESH_MS ? 'fresh' : 'late';
}
