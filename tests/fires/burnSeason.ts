import { FIRE_SATELLITES, type FireSatellite, type Hotspot, hotspotKey } from '#shared/fires/Hotspot.ts';
import type { StrikeTable } from '#shared/fires/StrikeIndex.ts';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { bboxContains } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { between, type Random } from '#worker/dev/simulator/sky/seededRandom.ts';
import { seenOfFire, seenOfFlash } from '#worker/dev/standIns/fires/burn.ts';
import { type FirmsLayout, firmsCsv } from '#worker/dev/standIns/fires/firmsCsv.ts';
import { SEASON_DAYS } from './seasonSky.ts';

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
  for (let fire = 0; fire < stubble * SEASON_DAYS; fire += 1) {
    const field = FIELDS[Math.floor(random() * FIELDS.length)] as Position;
    const [dLatitude, dLongitude] = [
      between(random, -FIELD_DEGREES, FIELD_DEGREES),
      between(random, -FIELD_DEGREES, FIELD_DEGREES),
    ];
    const place = { latitude: field.latitude + dLatitude, longitude: field.longitude + dLongitude };
    const day = Math.floor(random() * SEASON_DAYS);
    burn(seenOfFire(place, startMs + day * DAY_MS + between(random, 8, 17) * HOUR_MS, random), -1);
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
