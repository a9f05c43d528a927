import { MINUTE_MS } from '#shared/time.ts';
import type { PrimarySource } from '#shared/wire/FeedEvent.ts';

/** Meteosat's lightning imager, as in `hello`. */
export const SATELLITE = {
  name: 'mtg-li',
  kind: 'optical-flash',
  supportsAlerts: false,
  worstDelayMs: 15 * MINUTE_MS,
  errorKm: 8,
  attribution: 'Contains modified EUMETSAT Meteosat data 2026',
} as const satisfies PrimarySource;
