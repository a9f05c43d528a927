import { FIRE_SATELLITES, type FireSatellite, type Hotspot, hotspotKey } from '#shared/fires/Hotspot.ts';
import { bboxContains, HOME_BOX } from '#shared/geo/BBox.ts';
import { KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import type { Random } from '#shared/numbers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { type FirmsLayout, firmsCsv, seenOfFire, seenOfFlash } from '#worker/dev/fakes/startFirms.ts';
import { between, gaussian, type Recording } from '#worker/dev/simulator/simulatedSource.ts';
import type { StrikeTable } from './StrikeIndex.ts';

/** Fires a day that lightning did not light: all over home, and on the fields where stubble is burnt in the afternoon. */
export interface Burning {
  readonly scattered: number;
  readonly stubble: number;
  /** How many times as many fires a flash lights as the chance assumes: 1 if absent. */
  readonly ignitions?: number;
}

export interface BurntSeason {
  /** What FIRMS would write of each product. */
  readonly files: readonly { readonly satellite: FireSatellite; readonly text: string }[];
  /** By the keys of hotspots, the row of the flash that lit their fire; −1: none did. */
  readonly litBy: ReadonlyMap<string, number>;
}

const SEEN_FIRES_A_FLASH = 1 / 2_800;
const FIELDS: readonly Position[] = [
  { latitude: 44, longitude: 26 },
  { latitude: 42.2, longitude: 25.3 },
  { latitude: 45.3, longitude: 20.3 },
];
const FIELD_DEGREES = 1;

/** A season of fires: those that the flashes light, and those of other causes. */
export function burnSeason(
  sky: StrikeTable,
  random: Random,
  startMs: number,
  { scattered, stubble, ignitions = 1 }: Burning,
): BurntSeason {
  const endMs = startMs + SEASON_DAYS * DAY_MS;
  const litBy = new Map<string, number>();
  const hotspots: Hotspot[] = [];
  const burn = (all: readonly Hotspot[], flash: number) => {
    const seen = all.filter(({ atMs }) => atMs < endMs);
    const [first] = seen;
    if (!first || !bboxContains(HOME_BOX, first.longitude, first.latitude)) return;
    hotspots.push(...seen);
    for (const hotspot of seen) litBy.set(hotspotKey(hotspot), flash);
  };
  for (let row = 0; row < sky.timesMs.length; row += 1) {
    if (random() >= ignitions * SEEN_FIRES_A_FLASH) continue;
    const flash = {
      latitude: sky.latitudes[row] ?? 0,
      longitude: sky.longitudes[row] ?? 0,
      atMs: sky.timesMs[row] ?? 0,
    };
    burn(seenOfFlash(flash, random), row);
  }
  const { west, south, east, north } = HOME_BOX;
  for (let fire = 0; fire < scattered * SEASON_DAYS; fire += 1) {
    const place = { latitude: between(random, south, north), longitude: between(random, west, east) };
    burn(seenOfFire(place, between(random, startMs, endMs), random), -1);
  }
  const aside = () => between(random, -FIELD_DEGREES, FIELD_DEGREES);
  for (let fire = 0; fire < stubble * SEASON_DAYS; fire += 1) {
    const field = FIELDS[Math.floor(random() * FIELDS.length)] as Position;
    const place = { latitude: field.latitude + aside(), longitude: field.longitude + aside() };
    const dayMs = startMs + Math.floor(random() * SEASON_DAYS) * DAY_MS;
    burn(seenOfFire(place, dayMs + between(random, 8, 17) * HOUR_MS, random), -1);
  }
  // Both layouts are read in one season.
  const files = FIRE_SATELLITES.map((satellite, index) => {
    const layout: FirmsLayout = index % 2 === 0 ? 'file' : 'area';
    const seen = hotspots.filter((one) => one.satellite === satellite);
    return { satellite, text: firmsCsv(seen, satellite, layout) };
  });
  return { files, litBy };
}

export const SEASON_DAYS = 28;
/** Flashes of the season's length in the replay that the goals were measured with. */
export const DENSE_FLASHES = 1_780_000;

const { west, south, east, north } = HOME_BOX;
const [WIDE, TALL] = [east - west, north - south];
const MEAN_FLASHES_A_STORM = 75;
const SPREAD_KM = 5.8;
const LAND_HOUR = { middle: 14, spread: 4 };

type Flash = readonly [atMs: number, latitude: number, longitude: number];

/** Flashes of a season over home, by time. */
export function seasonOfStorms(random: Random, startMs: number, flashes: number): StrikeTable {
  const rows: Flash[] = [];
  while (rows.length < flashes) {
    const day = Math.floor(random() * SEASON_DAYS);
    const hour = LAND_HOUR.middle + LAND_HOUR.spread * gaussian(random);
    const bornMs = startMs + day * DAY_MS + ((hour + 24) % 24) * HOUR_MS;
    const lastsMs = between(random, 20, 110) * MINUTE_MS;
    const [longitude, latitude] = [west + WIDE * random(), south + TALL * random()];
    const [heading, kmh] = [0.4 + 0.6 * gaussian(random), between(random, 15, 55)];
    // Many small storms and few great ones; the mean stays.
    const count = Math.ceil(MEAN_FLASHES_A_STORM * Math.exp(0.8 * gaussian(random) - 0.32));
    for (let flash = 0; flash < count; flash += 1) {
      const ageMs = random() * lastsMs;
      const alongKm = (kmh * ageMs) / HOUR_MS;
      const northKm = alongKm * Math.sin(heading) + SPREAD_KM * gaussian(random);
      const eastKm = alongKm * Math.cos(heading) + SPREAD_KM * gaussian(random);
      const shrink = Math.cos((latitude * Math.PI) / 180);
      rows.push([
        Math.floor(bornMs + ageMs),
        south + wrapped(latitude - south + northKm / KM_PER_DEGREE, TALL),
        west + wrapped(longitude - west + eastKm / (KM_PER_DEGREE * shrink), WIDE),
      ]);
    }
  }
  return tableOf(rows);
}

/** A season of a recording that lasts about a day: each day mirrored and moved by chance, thinned to the flashes wanted. */
export function seasonOfRecording(recording: Recording, random: Random, startMs: number, flashes: number): StrikeTable {
  const { offsetsMs, latitudes, longitudes } = recording;
  const retained = flashes / SEASON_DAYS / offsetsMs.length;
  const lastMs = (offsetsMs.at(-1) ?? 0) + 1;
  const rows: Flash[] = [];
  for (let day = 0; day < SEASON_DAYS; day += 1) {
    const [isFlippedX, isFlippedY] = [random() < 0.5, random() < 0.5];
    const [moveX, moveY] = [random() * WIDE, random() * TALL];
    for (const [row, offsetMs] of offsetsMs.entries()) {
      if (random() >= retained) continue;
      const [x, y] = [(longitudes[row] ?? 0) - west, (latitudes[row] ?? 0) - south];
      rows.push([
        Math.floor(startMs + (day + offsetMs / lastMs) * DAY_MS),
        south + wrapped((isFlippedY ? TALL - y : y) + moveY, TALL),
        west + wrapped((isFlippedX ? WIDE - x : x) + moveX, WIDE),
      ]);
    }
  }
  return tableOf(rows);
}

const wrapped = (value: number, length: number) => ((value % length) + length) % length;

/** Whole numbers below this distinguish rows in a key that sorts by time. */
const ROWS = 2 ** 21;

function tableOf(rows: readonly Flash[]): StrikeTable {
  const firstMs = rows.reduce((least, [atMs]) => Math.min(least, atMs), Number.POSITIVE_INFINITY);
  // Numbers sort many times faster than rows.
  const keys = new Float64Array(rows.length);
  for (const [row, [atMs]] of rows.entries()) keys[row] = (atMs - firstMs) * ROWS + row;
  keys.sort();
  const [timesMs, latitudes, longitudes] = [keys.slice(), keys.slice(), keys.slice()];
  for (let at = 0; at < keys.length; at += 1) {
    const [atMs, latitude, longitude] = rows[(keys[at] as number) % ROWS] as Flash;
    timesMs[at] = atMs;
    latitudes[at] = latitude;
    longitudes[at] = longitude;
  }
  return { timesMs, latitudes, longitudes, idOf: (row) => String(row) };
}
