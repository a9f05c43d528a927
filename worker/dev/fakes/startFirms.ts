import { FIRE_SATELLITES, type FireSatellite, type Hotspot } from '#shared/fires/Hotspot.ts';
import { HOLDOVER } from '#shared/fires/holdover.ts';
import { type BBox, bboxContains, parseBBox } from '#shared/geo/BBox.ts';
import { KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { DEVIATIONS_OF_HALF } from '#shared/geo/likelihoodWithin.ts';
import { type Random, seededRandom } from '#shared/numbers.ts';
import { landNear } from '#shared/sky/land.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { dayStartMs } from '#shared/utcDay.ts';
import {
  between,
  gaussian,
  hash32,
  hashText,
  poisson,
  type SimulatedSource,
} from '#worker/dev/simulator/simulatedSource.ts';
import { birthplace } from '#worker/dev/simulator/stormModel.ts';
import { type SourceFake, type SourceResponse, startSource } from './startSource.ts';

/** Layout of the files of the last days, or of the area API's responses. */
export type FirmsLayout = 'file' | 'area';

const SATELLITE_NAME: Readonly<Record<FireSatellite, string>> = {
  'suomi-npp': 'N',
  'noaa-20': 'N20',
  'noaa-21': 'N21',
  modis: 'Terra',
};
const PERCENT: Readonly<Record<Hotspot['confidence'], number>> = { low: 15, nominal: 55, high: 90 };

/** Hotspots of one product in the format of FIRMS, with its order of columns. */
export function firmsCsv(hotspots: readonly Hotspot[], satellite: FireSatellite, layout: FirmsLayout): string {
  const rows = hotspots.map((hotspot) => rowOf(hotspot, satellite, layout));
  const header = Object.keys(rows[0] ?? rowOf(NO_HOTSPOT, satellite, layout)).join(',');
  return `${[header, ...rows.map((row) => Object.values(row).join(','))].join('\n')}\n`;
}

const NO_HOTSPOT: Hotspot = {
  ...{ satellite: 'modis', latitude: 0, longitude: 0, atMs: 0, scanKm: 1, trackKm: 1 },
  ...{ kelvin4: 300, kelvin11: 300, frpMw: 0, confidence: 'low', isDay: true },
};

function rowOf(hotspot: Hotspot, satellite: FireSatellite, layout: FirmsLayout): Record<string, string> {
  const isModis = satellite === 'modis';
  const iso = new Date(hotspot.atMs).toISOString();
  const time = `${iso.slice(11, 13)}${iso.slice(14, 16)}`;
  const word = hotspot.confidence;
  return {
    latitude: hotspot.latitude.toFixed(5),
    longitude: hotspot.longitude.toFixed(5),
    [isModis ? 'brightness' : 'bright_ti4']: hotspot.kelvin4.toFixed(2),
    scan: hotspot.scanKm.toFixed(2),
    track: hotspot.trackKm.toFixed(2),
    acq_date: iso.slice(0, 10),
    acq_time: layout === 'file' ? time : String(Number(time)),
    satellite: SATELLITE_NAME[satellite],
    ...(layout === 'area' ? { instrument: isModis ? 'MODIS' : 'VIIRS' } : {}),
    confidence: isModis ? String(PERCENT[word]) : layout === 'file' ? word : word.slice(0, 1),
    version: isModis ? '6.1NRT' : '2.0NRT',
    [isModis ? 'bright_t31' : 'bright_ti5']: hotspot.kelvin11.toFixed(2),
    frp: hotspot.frpMw.toFixed(2),
    daynight: hotspot.isDay ? 'D' : 'N',
  };
}

/** Half of the flashes are located within 2 km of the truth. */
const STROKE_ERROR_KM = 2 / DEVIATIONS_OF_HALF;
const PIXEL_ERROR_KM = 0.3;
const MOST_PASSES = 4;
/** UTC hours of the overpasses of home. */
const PASSES: readonly (readonly [hour: number, satellite: FireSatellite])[] = [
  [0.2, 'noaa-21'],
  [1, 'suomi-npp'],
  [8.5, 'modis'],
  [10.4, 'noaa-20'],
  [11.2, 'noaa-21'],
  [12, 'suomi-npp'],
  [19.5, 'modis'],
  [23.4, 'noaa-20'],
];

/** Hotspots of a fire caused by a flash: near the flash's location, after the holdover time of Mediterranean fires. */
export function seenOfFlash(flash: Position & { readonly atMs: number }, random: Random): Hotspot[] {
  const { scaleHours, power } = HOLDOVER.mediterranean;
  const heldMs = scaleHours * (-Math.log(1 - random())) ** (1 / power) * HOUR_MS;
  return seenOfFire(strayed(flash, STROKE_ERROR_KM, random), flash.atMs + heldMs, random);
}

/** Hotspots of a fire that becomes detectable at a time: one to four overpasses, a pixel or two in each. */
export function seenOfFire(place: Position, showsMs: number, random: Random): Hotspot[] {
  const passes = passesAfter(showsMs).slice(0, Math.floor(between(random, 1, MOST_PASSES + 1)));
  return passes.flatMap(({ atMs, satellite }) =>
    Array.from({ length: random() < 0.3 ? 2 : 1 }, (_, index): Hotspot => {
      const { latitude, longitude } = strayed(place, PIXEL_ERROR_KM, random);
      const sides = satellite === 'modis' ? between(random, 1, 2) : between(random, 0.4, 0.7);
      const hour = new Date(atMs).getUTCHours();
      return {
        ...{ satellite, atMs, scanKm: Number(sides.toFixed(2)), trackKm: Number((sides * 0.9).toFixed(2)) },
        latitude: Number(latitude.toFixed(5)),
        longitude: Number((longitude + (index * sides) / KM_PER_DEGREE).toFixed(5)),
        ...{ kelvin4: 340, kelvin11: 295, frpMw: Number(between(random, 1, 30).toFixed(2)) },
        confidence: 'nominal',
        isDay: hour > 4 && hour < 17,
      };
    }),
  );
}

function strayed({ latitude, longitude }: Position, km: number, random: Random): Position {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  return {
    latitude: latitude + (km * gaussian(random)) / KM_PER_DEGREE,
    longitude: longitude + (km * gaussian(random)) / (KM_PER_DEGREE * shrink),
  };
}

/** Overpasses of two days. */
function passesAfter(afterMs: number): { atMs: number; satellite: FireSatellite }[] {
  const today = dayStartMs(afterMs);
  return [0, DAY_MS]
    .flatMap((offsetMs) =>
      PASSES.map(([hour, satellite]) => ({
        atMs: Math.floor((today + offsetMs + hour * HOUR_MS) / MINUTE_MS) * MINUTE_MS,
        satellite,
      })),
    )
    .filter(({ atMs }) => atMs > afterMs);
}

/** High enough for a demonstration; in reality satellites detect one for each 5,000 strokes. */
const FIRES_A_STROKE = 1 / 1_500;
const OTHERS_A_DAY = 60;
const RETENTION_DAYS = 9;
const STEP_MS = HOUR_MS;

/**
 * Fires for a simulated sky: some of its strokes cause a fire, and people cause others. The same sky gives the same
 * fires. The past is generated in steps, because a fortnight of strokes takes seconds; until then there are none.
 */
export class SimulatedFires {
  private readonly sky: SimulatedSource;
  private readonly now: () => number;
  private generated: Hotspot[] = [];
  private reported: readonly Hotspot[] = [];
  /** All earlier steps have been generated. */
  private step: number;

  constructor(sky: SimulatedSource, now: () => number) {
    this.sky = sky;
    this.now = now;
    this.step = this.stepAt(now() - RETENTION_DAYS * DAY_MS);
  }

  /** Generates the missing steps up to now, with a pause after each. */
  async catchUp(pause: () => Promise<void>): Promise<void> {
    while (this.step < this.stepAt(this.now())) {
      this.generated.push(...this.firesOf(this.step));
      this.step += 1;
      await pause();
    }
    const retentionMs = this.now() - RETENTION_DAYS * DAY_MS;
    this.reported = this.reported.concat(this.generated).filter(({ atMs }) => atMs >= retentionMs);
    this.generated = [];
  }

  /** Empty until the past is generated. */
  hotspots(): readonly Hotspot[] {
    return this.reported;
  }

  private stepAt(atMs: number): number {
    return Math.floor(atMs / STEP_MS);
  }

  private firesOf(step: number): Hotspot[] {
    const [fromMs, toMs] = [step * STEP_MS, (step + 1) * STEP_MS];
    const lit = this.sky
      .strikesBetween(fromMs, toMs)
      .filter((strike) => hashText(1, strike.id) / 2 ** 32 < FIRES_A_STROKE && isOnLand(strike))
      .flatMap((strike) => seenOfFlash(strike, seededRandom(hashText(2, strike.id))));
    const random = seededRandom(hash32(3, step));
    const others = Array.from({ length: poisson(random, (OTHERS_A_DAY * STEP_MS) / DAY_MS) }, () =>
      seenOfFire(birthplace(random, true), between(random, fromMs, toMs), random),
    ).flat();
    return [...lit, ...others, ...farFlares(fromMs, toMs)];
  }
}

/** A flare in the west, detected hourly by all satellites: real files cover all Europe, so their last row is recent. */
function farFlares(fromMs: number, toMs: number): Hotspot[] {
  const hours = Array.from({ length: (toMs - fromMs) / HOUR_MS }, (_, hour) => fromMs + hour * HOUR_MS);
  return hours.flatMap((atMs) =>
    FIRE_SATELLITES.map((satellite) => ({
      ...{ satellite, atMs, latitude: 37.2, longitude: -6.9, scanKm: 1, trackKm: 1, kelvin4: 320, kelvin11: 295 },
      ...{ frpMw: 4, confidence: 'nominal', isDay: true },
    })),
  );
}

/** True if an odd number of coasts lies to the east. */
function isOnLand({ latitude, longitude }: Position): boolean {
  const here = { west: longitude - 1e-6, east: longitude + 1e-6, south: latitude - 1e-6, north: latitude + 1e-6 };
  let isLand = false;
  for (const { corners } of landNear(here)) {
    for (let at = 0; at < corners.length; at += 2) {
      const next = (at + 2) % corners.length;
      const [x, y, toX, toY] = [corners[at], corners[at + 1], corners[next], corners[next + 1]] as [
        number,
        number,
        number,
        number,
      ];
      if (y > latitude !== toY > latitude && longitude < x + ((latitude - y) / (toY - y)) * (toX - x)) isLand = !isLand;
    }
  }
  return isLand;
}

const FILES: Readonly<Record<string, FireSatellite>> = {
  'suomi-npp-viirs-c2/csv/SUOMI_VIIRS_C2': 'suomi-npp',
  'noaa-20-viirs-c2/csv/J1_VIIRS_C2': 'noaa-20',
  'noaa-21-viirs-c2/csv/J2_VIIRS_C2': 'noaa-21',
  'modis-c6.1/csv/MODIS_C6_1': 'modis',
};
/** Smaller than the areas that FIRMS declares, so that code cannot rely on an overlap: Europe ends north of Crete. */
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
/** Delay from the overpass to the row. */
const USUAL_DELAY_MS = 2.5 * HOUR_MS;

type FirmsTwist = keyof typeof TWISTS;

interface FirmsOptions {
  readonly now: () => number;
  readonly hotspots: () => readonly Hotspot[];
  readonly port?: number;
  /** The only key that the area API accepts. */
  readonly mapKey?: string;
}

export interface FirmsFake extends SourceFake<FirmsTwist> {
  /** Delay of rows from now on. */
  setDelay(delayMs: number): void;
  /** Removes these rows from now on. */
  remove(isDeleted: (hotspot: Hotspot) => boolean): void;
}

/** A fake FIRMS on the loopback interface: the files of Europe and of Africa, and the area API. */
export async function startFirms({ now, hotspots, port = 0, mapKey = 'key' }: FirmsOptions): Promise<FirmsFake> {
  let delayMs = USUAL_DELAY_MS;
  let isDeleted: (hotspot: Hotspot) => boolean = () => false;
  const rowsOf = (satellite: FireSatellite, sinceMs: number) =>
    hotspots().filter(
      (one) => one.satellite === satellite && one.atMs >= sinceMs && one.atMs + delayMs <= now() && !isDeleted(one),
    );
  const source = await startSource({
    port,
    twists: TWISTS,
    respond: ({ pathname }) => {
      const file = /^\/data\/active_fire\/(.+)_(Europe|Northern_and_Central_Africa)_(24h|48h|7d)\.csv$/.exec(pathname);
      const [satellite, region, spanMs] = [FILES[file?.[1] ?? ''], REGIONS[file?.[2] ?? ''], SPANS_MS[file?.[3] ?? '']];
      if (satellite && region && spanMs) {
        const rows = rowsOf(satellite, now() - spanMs);
        const own = rows.filter(({ latitude, longitude }) => bboxContains(region, longitude, latitude));
        return csv(own, satellite, 'file');
      }
      return areaResponse(pathname, mapKey, now(), rowsOf);
    },
  });
  return {
    ...source,
    setDelay: (ms) => {
      delayMs = ms;
    },
    remove: (deleted) => {
      isDeleted = deleted;
    },
  };
}

function areaResponse(
  pathname: string,
  mapKey: string,
  nowMs: number,
  rowsOf: (satellite: FireSatellite, sinceMs: number) => Hotspot[],
): SourceResponse {
  const [, key, product = '', area = '', days = ''] =
    /^\/api\/area\/csv\/([^/]+)\/(\w+)\/([^/]+)\/([1-5])$/.exec(pathname) ?? [];
  const satellite = AREAS[product];
  const box = parseBBox(decodeURIComponent(area));
  if (!satellite || key === undefined) return { status: 404, type: 'text/html', body: '<html>Not found</html>' };
  if (key !== mapKey) return refusedKey();
  if (!box.ok)
    return { status: 400, type: 'text/html', body: 'Invalid area coordinates. Expects: [west,south,east,north].' };
  // Whole UTC days, including today.
  const rows = rowsOf(satellite, dayStartMs(nowMs) - (Number(days) - 1) * DAY_MS);
  return csv(
    rows.filter(({ latitude, longitude }) => bboxContains(box.bbox, longitude, latitude)),
    satellite,
    'area',
  );
}

const csv = (rows: readonly Hotspot[], satellite: FireSatellite, layout: FirmsLayout): SourceResponse => ({
  status: 200,
  type: 'text/csv',
  body: firmsCsv(rows, satellite, layout),
});

const refusedKey = (): SourceResponse => ({ status: 400, type: 'text/plain', body: 'Invalid MAP_KEY.' });

const edited = (change: (body: string) => string) => (right: SourceResponse) => ({
  ...right,
  body: change(right.body),
});

/** In addition to the faults of any source. */
const TWISTS = {
  /** The response to a key whose quota is exceeded. */
  throttled: refusedKey,
  'wrong-columns': edited((body) => body.replace('acq_time', 'time')),
  'swapped-columns': edited((body) =>
    body.replace('latitude,longitude', 'acq_date,longitude').replace(',acq_date,acq', ',latitude,acq'),
  ),
  'no-rows': edited((body) => `${body.slice(0, body.indexOf('\n'))}\n`),
  'cut-off': edited((body) => body.slice(0, -9)),
};
