import { FIRE_SATELLITES, type FireSatellite, type Hotspot, hotspotKey } from '#shared/fires/Hotspot.ts';
import type { StrikeTable } from '#shared/fires/StrikeIndex.ts';
import { HOLDOVER } from '#shared/fires/survival.ts';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { bboxContains } from '#shared/geo/BBox.ts';
import { KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { DEVIATIONS_OF_HALF } from '#shared/lookUp/Ellipse.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { dayStartMs } from '#shared/time/utcDay.ts';
import { between, gaussian, type Random } from '#worker/dev/simulator/sky/seededRandom.ts';
import { type FirmsLayout, firmsCsv } from '#worker/dev/standIns/fires/firmsCsv.ts';
import { SEASON_DAYS } from './seasonSky.ts';

/** Fires a day that lightning did not light: all over home, and on the fields where stubble is burnt in the afternoon. */
export interface Burning {
  readonly scattered: number;
  readonly stubble: number;
}

export interface BurntSeason {
  /** What FIRMS would write of each product. */
  readonly files: readonly { readonly satellite: FireSatellite; readonly text: string }[];
  /** By the keys of hotspots, the row of the flash that lit their fire; −1: none did. */
  readonly litBy: ReadonlyMap<string, number>;
}

const SEEN_FIRES_A_FLASH = 1 / 2_800;
/** Where half of the flashes lie within 2 km of where they are told. */
const STROKE_ERROR_KM = 2 / DEVIATIONS_OF_HALF;
const PIXEL_ERROR_KM = 0.3;
/** UTC hours of the passes over home. */
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
const FIELDS: readonly Position[] = [
  { latitude: 44, longitude: 26 },
  { latitude: 42.2, longitude: 25.3 },
  { latitude: 45.3, longitude: 20.3 },
];
const FIELD_DEGREES = 1;

/** A season of fires: those that the flashes light, and those of other causes. They hold on like Mediterranean ones. */
export function burnSeason(
  sky: StrikeTable,
  random: Random,
  startMs: number,
  { scattered, stubble }: Burning,
): BurntSeason {
  const endMs = startMs + SEASON_DAYS * DAY_MS;
  const litBy = new Map<string, number>();
  const hotspots: Hotspot[] = [];
  const burn = (place: Position, showsMs: number, flash: number) => {
    const seen = sightings(place, showsMs, random).filter(({ atMs }) => atMs < endMs);
    const [first] = seen;
    if (!first || !bboxContains(HOME_BOX, first.longitude, first.latitude)) return;
    hotspots.push(...seen);
    for (const hotspot of seen) litBy.set(hotspotKey(hotspot), flash);
  };
  const { scaleHours, power } = HOLDOVER.mediterranean;
  for (let row = 0; row < sky.timesMs.length; row += 1) {
    if (random() >= SEEN_FIRES_A_FLASH) continue;
    const heldHours = scaleHours * (-Math.log(1 - random())) ** (1 / power);
    const told = { latitude: sky.latitudes[row] ?? 0, longitude: sky.longitudes[row] ?? 0 };
    burn(strayed(told, STROKE_ERROR_KM, random), (sky.timesMs[row] ?? 0) + heldHours * HOUR_MS, row);
  }
  const { west, south, east, north } = HOME_BOX;
  for (let fire = 0; fire < scattered * SEASON_DAYS; fire += 1) {
    const place = { latitude: between(random, south, north), longitude: between(random, west, east) };
    burn(place, between(random, startMs, endMs), -1);
  }
  for (let fire = 0; fire < stubble * SEASON_DAYS; fire += 1) {
    const field = FIELDS[Math.floor(random() * FIELDS.length)] ?? place0;
    const [dLatitude, dLongitude] = [
      between(random, -FIELD_DEGREES, FIELD_DEGREES),
      between(random, -FIELD_DEGREES, FIELD_DEGREES),
    ];
    const place = { latitude: field.latitude + dLatitude, longitude: field.longitude + dLongitude };
    const day = Math.floor(random() * SEASON_DAYS);
    burn(place, startMs + day * DAY_MS + between(random, 8, 17) * HOUR_MS, -1);
  }
  // Both layouts are read in one season.
  const files = FIRE_SATELLITES.map((satellite, index) => {
    const layout: FirmsLayout = index % 2 === 0 ? 'file' : 'area';
    return {
      satellite,
      text: firmsCsv(
        hotspots.filter((one) => one.satellite === satellite),
        satellite,
        layout,
      ),
    };
  });
  return { files, litBy };
}

const place0: Position = { latitude: 42, longitude: 23 };

function strayed({ latitude, longitude }: Position, km: number, random: Random): Position {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  return {
    latitude: latitude + (km * gaussian(random)) / KM_PER_DEGREE,
    longitude: longitude + (km * gaussian(random)) / (KM_PER_DEGREE * shrink),
  };
}

/** One to four passes after the fire shows, a pixel or two of each. */
function sightings(place: Position, showsMs: number, random: Random): Hotspot[] {
  const passes = Math.floor(between(random, 1, 5));
  return passesAfter(showsMs, passes).flatMap(({ atMs, satellite }) =>
    Array.from({ length: random() < 0.3 ? 2 : 1 }, (_, index): Hotspot => {
      const { latitude, longitude } = strayed(place, PIXEL_ERROR_KM, random);
      const sides = satellite === 'modis' ? between(random, 1, 2) : between(random, 0.4, 0.7);
      const east = (index * sides) / KM_PER_DEGREE;
      return {
        ...{ satellite, atMs, scanKm: Number(sides.toFixed(2)), trackKm: Number((sides * 0.9).toFixed(2)) },
        latitude: Number(latitude.toFixed(5)),
        longitude: Number((longitude + east).toFixed(5)),
        ...{ kelvin4: 340, kelvin11: 295, frpMw: Number(between(random, 1, 30).toFixed(2)) },
        confidence: 'nominal',
        isDay: new Date(atMs).getUTCHours() > 4 && new Date(atMs).getUTCHours() < 17,
      };
    }),
  );
}

function passesAfter(afterMs: number, count: number): { atMs: number; satellite: FireSatellite }[] {
  const today = dayStartMs(afterMs);
  return [0, 1]
    .flatMap((day) =>
      PASSES.map(([hour, satellite]) => ({
        atMs: Math.floor((today + day * DAY_MS + hour * HOUR_MS) / MINUTE_MS) * MINUTE_MS,
        satellite,
      })),
    )
    .filter(({ atMs }) => atMs > afterMs)
    .slice(0, count);
}
