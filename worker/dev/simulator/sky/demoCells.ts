import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { moved } from './moved.ts';
import { between, hash32, seededRandom } from './seededRandom.ts';
import type { StormCell } from './stormCells.ts';

/** What the map shows to whoever opens it without an address: the middle of Sofia. */
const CENTRE = { longitude: 23.3219, latitude: 42.6977 };
const EVERY_MS = 45 * 60_000;
/** Longer than twice the time between two births: at any moment at least two are alive, and one is not just beginning. */
const LIFE_MS = 100 * 60_000;
const FROM_KM = 11;

/** Weak cells that cross Sofia one after the other and never leave it by more than 15 km: a first look sees lightning. */
export function demoCells(seed: number, day: number): readonly StormCell[] {
  return Array.from({ length: DAY_MS / EVERY_MS }, (_, slot) => {
    const key = hash32(seed, -2, day, slot);
    const random = seededRandom(key);
    const from = random() * 2 * Math.PI;
    const to = from + Math.PI + between(random, -0.6, 0.6);
    const point = (angle: number) => [Math.cos(angle) * FROM_KM, Math.sin(angle) * FROM_KM] as const;
    const [[fromEast, fromNorth], [toEast, toNorth]] = [point(from), point(to)];
    const bornMs = day * DAY_MS + slot * EVERY_MS;
    return {
      key,
      bornMs,
      diesMs: bornMs + LIFE_MS,
      ...moved(CENTRE, fromEast, fromNorth),
      eastKmh: ((toEast - fromEast) * HOUR_MS) / LIFE_MS,
      northKmh: ((toNorth - fromNorth) * HOUR_MS) / LIFE_MS,
      peakPerMinute: between(random, 1.5, 3),
      cores: 1,
      lengthKm: 4,
      coreRadiusKm: between(random, 1.5, 2.5),
    };
  });
}
