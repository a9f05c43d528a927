import type { FireSatellite, Hotspot } from '#shared/fires/Hotspot.ts';
import { type BBox, bboxContains, parseBBox } from '#shared/geo/BBox.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { dayStartMs } from '#shared/time/utcDay.ts';
import { type SourceAnswer, type SourceStandIn, startSource } from '#worker/dev/standIns/sources/startSource.ts';
import { type FirmsLayout, firmsCsv } from './firmsCsv.ts';

const FILES: Readonly<Record<string, FireSatellite>> = {
  'suomi-npp-viirs-c2/csv/SUOMI_VIIRS_C2': 'suomi-npp',
  'noaa-20-viirs-c2/csv/J1_VIIRS_C2': 'noaa-20',
  'noaa-21-viirs-c2/csv/J2_VIIRS_C2': 'noaa-21',
  'modis-c6.1/csv/MODIS_C6_1': 'modis',
};
/** Smaller than what FIRMS' services declare, so that nobody relies on where they overlap: its Europe ends north of Crete. */
const REGIONS: Readonly<Record<string, BBox>> = {
  Europe: { west: -26, south: 36, east: 35, north: 82 },
  Northern_and_Central_Africa: { west: -27, south: -10, east: 52, north: 37.5 },
};
const AREAS: Readonly<Record<string, FireSatellite>> = {
  VIIRS_SNPP_NRT: 'suomi-npp',
  VIIRS_NOAA20_NRT: 'noaa-20',
  VIIRS_NOAA21_NRT: 'noaa-21',
  MODIS_NRT: 'modis',
};
const SPANS_MS: Readonly<Record<string, number>> = { '24h': DAY_MS, '48h': 2 * DAY_MS, '7d': 7 * DAY_MS };
/** From the pass to the row. */
const USUAL_DELAY_MS = 2.5 * HOUR_MS;

type FirmsTwist = keyof typeof TWISTS;

interface FirmsOptions {
  readonly now: () => number;
  readonly hotspots: () => readonly Hotspot[];
  readonly port?: number;
  /** The area API answers only this key. */
  readonly mapKey?: string;
}

export interface FirmsStandIn extends SourceStandIn<FirmsTwist> {
  /** From now on rows come so late. */
  setDelay(delayMs: number): void;
  /** From now on these rows are gone. */
  remove(isGone: (hotspot: Hotspot) => boolean): void;
}

/** FIRMS on the loopback interface: the files of Europe and of Africa, and the area API. */
export async function startFirms({ now, hotspots, port = 0, mapKey = 'key' }: FirmsOptions): Promise<FirmsStandIn> {
  let delayMs = USUAL_DELAY_MS;
  let isGone: (hotspot: Hotspot) => boolean = () => false;
  const rowsOf = (satellite: FireSatellite, sinceMs: number) =>
    hotspots().filter(
      (one) => one.satellite === satellite && one.atMs >= sinceMs && one.atMs + delayMs <= now() && !isGone(one),
    );
  const source = await startSource({
    port,
    twists: TWISTS,
    answer: ({ pathname }) => {
      const file = /^\/data\/active_fire\/(.+)_(Europe|Northern_and_Central_Africa)_(24h|48h|7d)\.csv$/.exec(pathname);
      const [satellite, region, spanMs] = [FILES[file?.[1] ?? ''], REGIONS[file?.[2] ?? ''], SPANS_MS[file?.[3] ?? '']];
      if (satellite && region && spanMs) {
        const rows = rowsOf(satellite, now() - spanMs);
        const own = rows.filter(({ latitude, longitude }) => bboxContains(region, longitude, latitude));
        return csv(own, satellite, 'file');
      }
      return areaAnswer(pathname, mapKey, now(), rowsOf);
    },
  });
  return {
    ...source,
    setDelay: (ms) => {
      delayMs = ms;
    },
    remove: (gone) => {
      isGone = gone;
    },
  };
}

function areaAnswer(
  pathname: string,
  mapKey: string,
  nowMs: number,
  rowsOf: (satellite: FireSatellite, sinceMs: number) => Hotspot[],
): SourceAnswer {
  const [, key, product = '', area = '', days = ''] =
    /^\/api\/area\/csv\/([^/]+)\/(\w+)\/([^/]+)\/([1-5])$/.exec(pathname) ?? [];
  const satellite = AREAS[product];
  const box = parseBBox(decodeURIComponent(area));
  if (!satellite || key === undefined) return { status: 404, type: 'text/html', body: '<html>Not found</html>' };
  if (key !== mapKey) return refusedKey();
  if (!box.ok)
    return { status: 400, type: 'text/html', body: 'Invalid area coordinates. Expects: [west,south,east,north].' };
  // Whole days of UTC, today's among them.
  const rows = rowsOf(satellite, dayStartMs(nowMs) - (Number(days) - 1) * DAY_MS);
  return csv(
    rows.filter(({ latitude, longitude }) => bboxContains(box.bbox, longitude, latitude)),
    satellite,
    'area',
  );
}

const csv = (rows: readonly Hotspot[], satellite: FireSatellite, layout: FirmsLayout): SourceAnswer => ({
  status: 200,
  type: 'text/csv',
  body: firmsCsv(rows, satellite, layout),
});

const refusedKey = (): SourceAnswer => ({ status: 400, type: 'text/plain', body: 'Invalid MAP_KEY.' });

const edited = (change: (body: string) => string) => (right: SourceAnswer) => ({ ...right, body: change(right.body) });

/** Besides the faults of any source. */
const TWISTS = {
  /** As a key that has used up its share is told. */
  throttled: refusedKey,
  'wrong-columns': edited((body) => body.replace('acq_time', 'time')),
  'swapped-columns': edited((body) =>
    body.replace('latitude,longitude', 'acq_date,longitude').replace(',acq_date,acq', ',latitude,acq'),
  ),
  'no-rows': edited((body) => `${body.slice(0, body.indexOf('\n'))}\n`),
  'cut-off': edited((body) => body.slice(0, -9)),
};
