import type { FireSatellite } from '#shared/fires/Hotspot.ts';
import { type HotspotReading, readHotspots } from '#shared/fires/readHotspots.ts';
import { type BBox, bboxContains, formatBBox } from '#shared/geo/BBox.ts';
import type { FirmsAccess } from '#worker/http/config.ts';
import { boundedLines, readBoundedText } from '#worker/http/outbound/readBounded.ts';
import { type FailedResponse, querySource, type SourceDeps, withinBound } from '#worker/sources/source.ts';

/** How far back hotspots are requested. */
const FIRE_SPANS = ['24h', '48h', '7d'] as const;
export type FireSpan = (typeof FIRE_SPANS)[number];

/** Files are of regions. Where one ends is nowhere written, so that the south of home is read of two. */
export type FireRegion = 'europe' | 'africa';

/**
 * South of this latitude Africa's files are read too. FIRMS' own services declare Europe from 34° N, where home
 * begins, and Africa up to 37.5° N.
 */
export const SOUTHERN_LATITUDE = 36.5;

export type HotspotResponse = HotspotReading | FailedResponse;

/** The source of satellite hotspots. */
export interface FireSource {
  /** What is read to know all of home. */
  readonly regions: readonly FireRegion[];
  /**
   * Hotspots of one product. Europe: every one of a region that holds home and is much larger, so that its newest row shows
   * whether anybody wrote. Africa: those of home's south, and the newest. Never rejects.
   */
  read(satellite: FireSatellite, region: FireRegion, span: FireSpan): Promise<HotspotResponse>;
}

/** Rows without a place that are retained for the error message. */
const MOST_PLACELESS = 5;
/** Of a text that is no table of places: enough to see what it is. */
const MOST_LINES = 50;

/**
 * The part of a CSV of FIRMS that concerns a box, as it comes: the header, the rows in the box, the newest row wherever it
 * lies, rows whose place cannot be read, and a last line that breaks off. So a file of which little is wanted is never held.
 */
export async function filterRows(lines: AsyncIterable<string>, box: BBox): Promise<string> {
  let header: string | undefined;
  let placeOf: ((cells: readonly string[]) => readonly [longitude: number, latitude: number]) | undefined;
  let instantOf = (_: readonly string[]) => '';
  let [newest, newestLine] = ['', ''];
  let placeless = 0;
  const retained: string[] = [];
  for await (const line of lines) {
    const cells = line.split(',').map((cell) => cell.trim());
    if (header === undefined) {
      header = line;
      const columnOf = (title: string) => cells.findIndex((cell) => cell.toLowerCase() === title);
      const [latitude, longitude, day, time] = ['latitude', 'longitude', 'acq_date', 'acq_time'].map(columnOf) as [
        number,
        number,
        number,
        number,
      ];
      if (latitude >= 0 && longitude >= 0) {
        placeOf = (row) => [Number.parseFloat(row[longitude] ?? ''), Number.parseFloat(row[latitude] ?? '')];
      }
      instantOf = (row) => `${row[day] ?? ''} ${(row[time] ?? '').padStart(4, '0')}`;
    } else if (!placeOf) {
      if (retained.length < MOST_LINES) retained.push(line);
    } else {
      const [longitude, latitude] = placeOf(cells);
      const isPlaceless = Number.isNaN(longitude) || Number.isNaN(latitude);
      if (isPlaceless) placeless += 1;
      const instant = instantOf(cells);
      if (
        !line.endsWith('\n') ||
        (isPlaceless ? placeless <= MOST_PLACELESS : bboxContains(box, longitude, latitude))
      ) {
        retained.push(line);
      } else if (!isPlaceless && instant > newest) {
        [newest, newestLine] = [instant, line];
      }
    }
  }
  return [header ?? '', newestLine, ...retained].join('');
}

/** Folder and name of a product's files, and its name in the area API. */
const PRODUCTS: Readonly<Record<FireSatellite, { readonly file: string; readonly area: string }>> = {
  'suomi-npp': { file: 'suomi-npp-viirs-c2/csv/SUOMI_VIIRS_C2', area: 'VIIRS_SNPP_NRT' },
  'noaa-20': { file: 'noaa-20-viirs-c2/csv/J1_VIIRS_C2', area: 'VIIRS_NOAA20_NRT' },
  'noaa-21': { file: 'noaa-21-viirs-c2/csv/J2_VIIRS_C2', area: 'VIIRS_NOAA21_NRT' },
  modis: { file: 'modis-c6.1/csv/MODIS_C6_1', area: 'MODIS_NRT' },
};
/** UTC days of the area API: one is only today's, so that a day takes two. It gives five at most. */
const DAYS: Readonly<Record<FireSpan, number>> = { '24h': 2, '48h': 3, '7d': 5 };
/** The area requested from the area API: as large as the region of the files, and Crete, whose surroundings they may end at. */
const AREA: BBox = { west: -25, south: 30, east: 45, north: 72 };
const FILE_REGIONS: Readonly<Record<FireRegion, string>> = { europe: 'Europe', africa: 'Northern_and_Central_Africa' };
/** Files of Europe took 6 to 31 s. */
const MAX_WAIT_MS: Readonly<Record<FireRegion, number>> = { europe: 50_000, africa: 110_000 };
/** A file of Europe's day has half a megabyte; one of Africa's up to 1.7 in September, and its rows are not held. */
const MAX_BYTES: Readonly<Record<FireRegion, number>> = { europe: 12 * 1024 * 1024, africa: 48 * 1024 * 1024 };
/** Of Africa's, at some 80 bytes each. */
const MAX_LINES = 600_000;

/** Which files hold all of home. The area API needs no other. */
export function firmsRegions({ mapKey }: FirmsAccess, home: BBox): readonly FireRegion[] {
  return mapKey === undefined && home.south < SOUTHERN_LATITUDE ? ['europe', 'africa'] : ['europe'];
}

/** NASA's FIRMS: the files of Europe and, where home reaches so far, of Africa; or the area API. */
export class FirmsClient implements FireSource {
  readonly regions: readonly FireRegion[];
  private readonly access: FirmsAccess;
  private readonly south: BBox;
  private readonly deps: SourceDeps;

  constructor(access: FirmsAccess, home: BBox, deps: SourceDeps) {
    this.access = access;
    this.south = { ...home, north: SOUTHERN_LATITUDE };
    this.regions = firmsRegions(access, home);
    this.deps = deps;
  }

  read(satellite: FireSatellite, region: FireRegion, span: FireSpan): Promise<HotspotResponse> {
    const request = { url: this.addressOf(satellite, region, span), maxWaitMs: MAX_WAIT_MS[region] };
    // A key that has used up its share gets the status of a wrong one.
    const meanings = this.access.mapKey === undefined ? {} : { 400: { kind: 'key-refused' } as const };
    return querySource<HotspotResponse>(
      this.deps,
      request,
      (response) =>
        withinBound(this.textOf(response, region), (text) => readHotspots(text, satellite, this.deps.clock.now())),
      meanings,
    );
  }

  private textOf(response: Response, region: FireRegion): Promise<string> {
    if (region === 'europe') return readBoundedText(response, MAX_BYTES[region]);
    return filterRows(boundedLines(response, MAX_BYTES[region], MAX_LINES), this.south);
  }

  private addressOf(satellite: FireSatellite, region: FireRegion, span: FireSpan): string {
    const { baseUrl, mapKey } = this.access;
    const { file, area } = PRODUCTS[satellite];
    if (mapKey === undefined) return `${baseUrl}/data/active_fire/${file}_${FILE_REGIONS[region]}_${span}.csv`;
    return `${baseUrl}/api/area/csv/${encodeURIComponent(mapKey)}/${area}/${formatBBox(AREA)}/${DAYS[span]}`;
  }
}
