import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { between, gaussian, hash32, type Random, seededRandom } from './seededRandom.ts';

/** A storm cell or line of cells, drifting in a straight line from `bornMs` to `diesMs`. */
export interface SimulatedStorm {
  /** Unsigned 32-bit; seeds everything inside the cell. */
  readonly key: number;
  readonly bornMs: number;
  readonly diesMs: number;
  /** Centre at birth, degrees. */
  readonly longitude: number;
  readonly latitude: number;
  readonly eastKmh: number;
  readonly northKmh: number;
  /** Expected strikes a minute at its peak. */
  readonly peakPerMinute: number;
  /** Updraughts that strikes cluster around, spread over `lengthKm` across the direction of drift. */
  readonly cores: number;
  readonly lengthKm: number;
  readonly coreRadiusKm: number;
}

/** The seed gives one day in this many a squall line. */
const SQUALL_EVERY_DAYS = 3;
const DRIZZLE_EVERY_MS = 30 * MINUTE_MS;

interface Weather {
  readonly random: Random;
  readonly dayMs: number;
  /** 0 in mid-January, 1 in mid-July. */
  readonly summer: number;
  /** Steering wind: direction in radians north of east, speed in km/h. */
  readonly heading: number;
  readonly speedKmh: number;
}

/**
 * Every cell born on UTC day number `day` (days since the epoch). None outlives the next day, so cells alive at a given
 * time were born that day or the day before.
 */
export function cellsOfDay(seed: number, day: number): readonly SimulatedStorm[] {
  const random = seededRandom(hash32(seed, day));
  const weather: Weather = {
    random,
    dayMs: day * DAY_MS,
    summer: 0.5 + 0.5 * Math.cos((2 * Math.PI * ((day % 365.2425) - 196)) / 365.2425),
    heading: 0.6 + 0.5 * gaussian(random),
    speedKmh: between(random, 20, 50),
  };
  const hasSquall = hash32(seed, Math.floor(day / SQUALL_EVERY_DAYS)) % SQUALL_EVERY_DAYS === day % SQUALL_EVERY_DAYS;
  const cells = [...drizzle(weather), ...thunderstorms(weather), ...(hasSquall ? [squallLine(weather)] : [])];
  return cells.map((cell, index) => ({ ...cell, key: hash32(seed, day, index) }));
}

type Unkeyed = Omit<SimulatedStorm, 'key'>;

/** Weak cells around the clock, one every half hour, so that the sky is seldom empty. */
function drizzle(weather: Weather): Unkeyed[] {
  const { random, dayMs, summer } = weather;
  return Array.from({ length: DAY_MS / DRIZZLE_EVERY_MS }, (_, slot) => {
    const bornMs = dayMs + Math.floor((slot + random()) * DRIZZLE_EVERY_MS);
    const hour = (bornMs - dayMs) / HOUR_MS;
    const onLand = random() < (hour > 9 && hour < 18 ? 0.8 : 0.3);
    return single(weather, bornMs, between(random, 80, 180), between(random, 1, 4) * (0.7 + 0.3 * summer), onLand);
  });
}

/** Afternoon storms; some split off two daughters that move apart. */
function thunderstorms(weather: Weather): Unkeyed[] {
  const { random, dayMs, summer } = weather;
  const count = 5 + Math.floor(random() * 6 * (0.4 + summer));
  return Array.from({ length: count }, () => {
    const hour = Math.min(20, Math.max(8, 13 + 2.5 * gaussian(random)));
    const bornMs = dayMs + Math.floor(hour * HOUR_MS);
    const onLand = random() < 0.4 + 0.5 * summer;
    const storm = single(weather, bornMs, between(random, 70, 180), between(random, 12, 60), onLand);
    return random() < 0.4 ? [storm, ...split(random, storm)] : [storm];
  }).flat();
}

function single(weather: Weather, bornMs: number, minutes: number, peakPerMinute: number, onLand: boolean): Unkeyed {
  const { random } = weather;
  return {
    bornMs,
    diesMs: bornMs + Math.floor(minutes * MINUTE_MS),
    ...birthplace(random, onLand),
    ...drift(weather.heading + 0.25 * gaussian(random), weather.speedKmh * between(random, 0.7, 1.2)),
    peakPerMinute,
    cores: 1 + Math.floor(random() * 3),
    lengthKm: between(random, 10, 35),
    coreRadiusKm: between(random, 4, 9),
  };
}

/** Two daughters leave a storm about halfway through its life, one to each side of its track. */
function split(random: Random, storm: Unkeyed): Unkeyed[] {
  const lifeMs = storm.diesMs - storm.bornMs;
  const bornMs = storm.bornMs + Math.floor(lifeMs * between(random, 0.4, 0.6));
  const hours = (bornMs - storm.bornMs) / HOUR_MS;
  const heading = Math.atan2(storm.northKmh, storm.eastKmh);
  const speedKmh = Math.hypot(storm.northKmh, storm.eastKmh);
  return [-1, 1].map((side) => ({
    ...storm,
    ...moved(storm, storm.eastKmh * hours, storm.northKmh * hours),
    ...drift(heading + side * between(random, 0.35, 0.7), speedKmh),
    bornMs,
    diesMs: bornMs + Math.floor(lifeMs * between(random, 0.6, 0.9)),
    peakPerMinute: storm.peakPerMinute * between(random, 0.4, 0.8),
    cores: 1,
  }));
}

function squallLine(weather: Weather): Unkeyed {
  const { random, dayMs } = weather;
  const bornMs = dayMs + Math.floor(between(random, 10, 17) * HOUR_MS);
  return {
    bornMs,
    diesMs: bornMs + Math.floor(between(random, 180, 330) * MINUTE_MS),
    longitude: between(random, 14, 20),
    latitude: between(random, 41, 45.5),
    ...drift(0.25 * gaussian(random), between(random, 45, 65)),
    peakPerMinute: between(random, 220, 400),
    cores: 6 + Math.floor(random() * 6),
    lengthKm: between(random, 150, 300),
    coreRadiusKm: between(random, 7, 12),
  };
}

function birthplace(random: Random, onLand: boolean): { longitude: number; latitude: number } {
  const regions = onLand ? LAND_REGIONS : SEA_REGIONS;
  const region = regions[Math.floor(random() * regions.length)];
  if (!region) throw new RangeError('no storm regions');
  return moved(region, gaussian(random) * region.spreadKm, gaussian(random) * region.spreadKm);
}

function drift(heading: number, speedKmh: number): { eastKmh: number; northKmh: number } {
  return { eastKmh: Math.cos(heading) * speedKmh, northKmh: Math.sin(heading) * speedKmh };
}

/** Centre in degrees, spread in kilometres. */
interface StormRegion {
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly spreadKm: number;
}

/** Heated land: afternoon storms. */
const LAND_REGIONS: readonly StormRegion[] = [
  { name: 'Julian Alps', longitude: 14.4, latitude: 46.2, spreadKm: 60 },
  { name: 'Dinaric Alps', longitude: 17.4, latitude: 44.1, spreadKm: 90 },
  { name: 'Montenegro and northern Albania', longitude: 19.7, latitude: 42.5, spreadKm: 60 },
  { name: 'Pannonian plain', longitude: 19.4, latitude: 46.4, spreadKm: 110 },
  { name: 'Serbia', longitude: 20.9, latitude: 44.1, spreadKm: 80 },
  { name: 'Pindus', longitude: 21.3, latitude: 39.9, spreadKm: 70 },
  { name: 'Vardar valley', longitude: 21.9, latitude: 41.6, spreadKm: 60 },
  { name: 'Transylvania', longitude: 24.2, latitude: 46.3, spreadKm: 100 },
  { name: 'Rhodope and Rila', longitude: 24.0, latitude: 42.1, spreadKm: 80 },
  { name: 'Balkan range', longitude: 25.3, latitude: 42.9, spreadKm: 90 },
  { name: 'Wallachia', longitude: 26.4, latitude: 44.6, spreadKm: 90 },
  { name: 'Thrace', longitude: 27.1, latitude: 41.4, spreadKm: 70 },
];

/** Warm water: storms at night and in the cold season. */
const SEA_REGIONS: readonly StormRegion[] = [
  { name: 'northern Adriatic', longitude: 14.0, latitude: 44.4, spreadKm: 50 },
  { name: 'southern Adriatic', longitude: 17.9, latitude: 42.0, spreadKm: 70 },
  { name: 'Ionian Sea', longitude: 19.4, latitude: 38.2, spreadKm: 90 },
  { name: 'northern Aegean', longitude: 24.8, latitude: 39.8, spreadKm: 70 },
  { name: 'southern Aegean', longitude: 25.3, latitude: 36.8, spreadKm: 80 },
  { name: 'western Black Sea', longitude: 29.3, latitude: 43.2, spreadKm: 80 },
];

const KM_PER_DEGREE = 111.2;

/** The point `eastKm` and `northKm` from `place`. Flat-earth arithmetic, accurate to 1 % at these distances. */
export function moved(
  place: { readonly longitude: number; readonly latitude: number },
  eastKm: number,
  northKm: number,
): { longitude: number; latitude: number } {
  const kmPerDegreeEast = KM_PER_DEGREE * Math.cos((place.latitude * Math.PI) / 180);
  return { longitude: place.longitude + eastKm / kmPerDegreeEast, latitude: place.latitude + northKm / KM_PER_DEGREE };
}

const CENTRE = { longitude: 23.3219, latitude: 42.6977 };
const EVERY_MS = 45 * 60_000;
/** More than twice the time between births: at least two cells are always alive, and one is past its beginning. */
const LIFE_MS = 100 * 60_000;
const FROM_KM = 11;

/** Weak cells that cross Sofia in turn within 15 km, so that a first look sees lightning. */
export function demoCells(seed: number, day: number): readonly SimulatedStorm[] {
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
