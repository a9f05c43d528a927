import type { FireSatellite } from '#shared/fires/Hotspot.ts';
import { readHotspots } from '#shared/fires/readHotspots.ts';
import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { readBoundedText } from '#worker/outbound/readBounded.ts';
import { askSource } from '#worker/sources/port/askSource.ts';
import type { SourceDeps } from '#worker/sources/port/SourceEntry.ts';
import type { FireAnswer, FireSource, FireSpan } from './FireSource.ts';

export const FIRMS_URL = 'https://firms.modaps.eosdis.nasa.gov';

/** Folder and name of a product's files, and its name in the area API. */
const PRODUCTS: Readonly<Record<FireSatellite, { readonly file: string; readonly area: string }>> = {
  'suomi-npp': { file: 'suomi-npp-viirs-c2/csv/SUOMI_VIIRS_C2', area: 'VIIRS_SNPP_NRT' },
  'noaa-20': { file: 'noaa-20-viirs-c2/csv/J1_VIIRS_C2', area: 'VIIRS_NOAA20_NRT' },
  'noaa-21': { file: 'noaa-21-viirs-c2/csv/J2_VIIRS_C2', area: 'VIIRS_NOAA21_NRT' },
  modis: { file: 'modis-c6.1/csv/MODIS_C6_1', area: 'MODIS_NRT' },
};
/** UTC days of the area API: one is only today's, so that a day takes two. It gives five at most. */
const DAYS: Readonly<Record<FireSpan, number>> = { '24h': 2, '48h': 3, '7d': 5 };
/** What the area API is asked for: as large as the region of the files, and Crete, whose surroundings they may end at. */
const AREA: BBox = { west: -25, south: 30, east: 45, north: 72 };
/** Files took 6 to 31 s. */
const MAX_WAIT_MS = 50_000;
/** A file of a day has half a megabyte. */
const MAX_BYTES = 24 * 1024 * 1024;

export interface FirmsAccess {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** The area API is asked with it; without it the files are read, which need none. */
  readonly mapKey: string | undefined;
}

/** NASA's FIRMS: the files of Europe, or the area API. */
export class FirmsClient implements FireSource {
  private readonly access: FirmsAccess;
  private readonly deps: SourceDeps;

  constructor(access: FirmsAccess, deps: SourceDeps) {
    this.access = access;
    this.deps = deps;
  }

  read(satellite: FireSatellite, span: FireSpan): Promise<FireAnswer> {
    const request = { url: this.addressOf(satellite, span), maxWaitMs: MAX_WAIT_MS };
    // A key that has used up its share is told as a wrong one, with this status.
    const meanings = this.access.mapKey === undefined ? {} : { 400: { kind: 'key-refused' } as const };
    return askSource<FireAnswer>(
      this.deps,
      request,
      async (response) => {
        const text = await readBoundedText(response, MAX_BYTES).catch((error: Error) => error);
        if (text instanceof RangeError) return { kind: 'oversized' };
        if (text instanceof Error) throw text;
        return readHotspots(text, satellite, this.deps.clock.now());
      },
      meanings,
    );
  }

  private addressOf(satellite: FireSatellite, span: FireSpan): string {
    const { baseUrl, mapKey } = this.access;
    const { file, area } = PRODUCTS[satellite];
    if (mapKey === undefined) return `${baseUrl}/data/active_fire/${file}_Europe_${span}.csv`;
    return `${baseUrl}/api/area/csv/${encodeURIComponent(mapKey)}/${area}/${formatBBox(AREA)}/${DAYS[span]}`;
  }
}
