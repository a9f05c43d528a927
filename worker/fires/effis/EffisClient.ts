import { type BurntReading, readBurntAreas } from '#shared/fires/readBurntAreas.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { readBoundedText } from '#worker/outbound/readBounded.ts';
import { askSource, withinBound } from '#worker/sources/port/askSource.ts';
import type { SourceDeps } from '#worker/sources/port/SourceEntry.ts';
import type { NoSourceAnswer } from '#worker/sources/port/StrikeSource.ts';

export type BurntAnswer = BurntReading | NoSourceAnswer | { readonly kind: 'oversized' };

/** Answers took 5 to 250 s. */
const MAX_WAIT_MS = 150_000;
const MAX_BYTES = 8 * 1024 * 1024;

/** EFFIS, the European Forest Fire Information System: areas burnt in the last week. `baseUrl` without a trailing slash. */
export class EffisClient {
  private readonly baseUrl: string;
  private readonly deps: SourceDeps;

  constructor(baseUrl: string, deps: SourceDeps) {
    this.baseUrl = baseUrl;
    this.deps = deps;
  }

  /** Those in the box. Never rejects. */
  read(box: BBox): Promise<BurntAnswer> {
    const { west, south, east, north } = box;
    const query = new URLSearchParams({
      ...{ service: 'WFS', version: '1.1.0', request: 'GetFeature', typename: 'ms:modis.ba.poly.week' },
      outputformat: 'geojson',
      // Latitudes first, as WFS 1.1 has them. No `maxfeatures`: it counts before the box does, oldest first.
      bbox: `${south},${west},${north},${east},EPSG:4326`,
    });
    return askSource<BurntAnswer>(
      this.deps,
      { url: `${this.baseUrl}/effis?${query}`, maxWaitMs: MAX_WAIT_MS },
      (response) => withinBound(readBoundedText(response, MAX_BYTES), (text) => readBurntAreas(text, box)),
    );
  }
}
