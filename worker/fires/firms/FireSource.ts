import type { FireSatellite } from '#shared/fires/Hotspot.ts';
import type { HotspotReading } from '#shared/fires/readHotspots.ts';
import type { NoSourceAnswer } from '#worker/sources/port/StrikeSource.ts';

/** How far back hotspots are asked for. */
export const FIRE_SPANS = ['24h', '48h', '7d'] as const;
export type FireSpan = (typeof FIRE_SPANS)[number];

export type FireAnswer = HotspotReading | NoSourceAnswer | { readonly kind: 'oversized' };

/** Who tells what satellites saw burning. */
export interface FireSource {
  /** Every hotspot of one product over a region that holds home and is much larger, so that its newest row tells whether anybody wrote. Never rejects. */
  read(satellite: FireSatellite, span: FireSpan): Promise<FireAnswer>;
}
