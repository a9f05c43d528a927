import type { FireSatellite } from '#shared/fires/Hotspot.ts';
import type { HotspotReading } from '#shared/fires/readHotspots.ts';
import type { NoSourceAnswer } from '#worker/sources/port/StrikeSource.ts';

/** How far back hotspots are asked for. */
export const FIRE_SPANS = ['24h', '48h', '7d'] as const;
export type FireSpan = (typeof FIRE_SPANS)[number];

/** Files are of regions. Where one ends is nowhere written, so that the south of home is read of two. */
export type FireRegion = 'europe' | 'africa';

/**
 * South of this latitude Africa's files are read besides Europe's. FIRMS' own services declare Europe from 34° N, where home
 * begins, and Africa up to 37.5° N.
 */
export const SOUTHERN_LATITUDE = 36.5;

export type HotspotAnswer = HotspotReading | NoSourceAnswer;

/** Who tells what satellites saw burning. */
export interface FireSource {
  /** What is read to know all of home. */
  readonly regions: readonly FireRegion[];
  /**
   * Hotspots of one product. Europe: every one of a region that holds home and is much larger, so that its newest row tells
   * whether anybody wrote. Africa: those of home's south, and the newest. Never rejects.
   */
  read(satellite: FireSatellite, region: FireRegion, span: FireSpan): Promise<HotspotAnswer>;
}
