import { type Random, seededRandom } from '#shared/numbers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import {
  between,
  centreAt,
  type Drifting,
  driftOf,
  gaussian,
  hash32,
  minuteSource,
  moved,
  poisson,
  remembering,
  type SimulatedSource,
  type SimulatedStrike,
  strikeId,
} from './simulatedSource.ts';

/** A random birthplace of a storm: over heated land or warm water. */
export function birthplace(random: Random, onLand: boolean): { longitude: number; latitude: number } {
  const regions = onLand ? LAND_REGIONS : SEA_REGIONS;
  const region = regions[Math.floor(random() * regions.length)];
  if (!region) throw new RangeError('no storm regions');
  return moved(region, gaussian(random) * region.spreadKm, gaussian(random) * region.spreadKm);
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

/** A storm cell or line of cells. */
interface SimulatedStorm extends Drifting {
  /** Expected strikes per minute at its peak. */
  readonly peakPerMinute: number;
  /** Updraughts that strikes cluster around, spread over `lengthKm` across the direction of drift. */
  readonly cores: number;
  readonly lengthKm: number;
  readonly coreRadiusKm: number;
}

/** One day in every block of this many, chosen by the seed, has a squall line. */
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
 * time were born on that day or the day before.
 */
function cellsOfDay(seed: number, day: number): readonly SimulatedStorm[] {
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
    ...driftOf(weather.heading + 0.25 * gaussian(random), weather.speedKmh * between(random, 0.7, 1.2)),
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
  const heading = Math.atan2(storm.northKmh, storm.eastKmh);
  const speedKmh = Math.hypot(storm.northKmh, storm.eastKmh);
  return [-1, 1].map((side) => ({
    ...storm,
    ...centreAt(storm, bornMs),
    ...driftOf(heading + side * between(random, 0.35, 0.7), speedKmh),
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
    ...driftOf(0.25 * gaussian(random), between(random, 45, 65)),
    peakPerMinute: between(random, 220, 400),
    cores: 6 + Math.floor(random() * 6),
    lengthKm: between(random, 150, 300),
    coreRadiusKm: between(random, 7, 12),
  };
}

const MAX_CACHED_DAYS = 16;

/** One strike in eight comes from the anvil, far from the core. */
const STRAY_SHARE = 1 / 8;
const STRAY_SPREAD = 3;

/**
 * An endless sky as a pure function of `seed` and time: however a window is split, it yields the same strikes with the
 * same ids.
 */
export function stormModel(seed: number): SimulatedSource {
  const cellsOn = remembering(MAX_CACHED_DAYS, (day) => cellsOfDay(seed, day));
  return minuteSource((minute) => {
    const day = Math.floor((minute * MINUTE_MS) / DAY_MS);
    return [...cellsOn(day - 1), ...cellsOn(day)].flatMap((cell) => strikesOfCell(cell, minute));
  });
}

/** `minute` is in minutes since the epoch. In no particular order. */
function strikesOfCell(cell: SimulatedStorm, minute: number): SimulatedStrike[] {
  const ageMs = (minute + 0.5) * MINUTE_MS - cell.bornMs;
  const lifeMs = cell.diesMs - cell.bornMs;
  if (ageMs <= 0 || ageMs >= lifeMs) return [];
  const random = seededRandom(hash32(cell.key, minute));
  const gust = between(random, 0.7, 1);
  const count = poisson(random, cell.peakPerMinute * strength(ageMs / lifeMs) * gust);
  const centre = centreAt(cell, cell.bornMs + ageMs);
  const heading = Math.atan2(cell.northKmh, cell.eastKmh);
  const [aheadEast, aheadNorth] = [Math.cos(heading), Math.sin(heading)];
  const cores = coresOf(cell, minute);
  return Array.from({ length: count }, (_, index) => {
    const atMs = minute * MINUTE_MS + Math.floor(random() * MINUTE_MS);
    const core = pickCore(cores, random);
    const spreadKm = core.radiusKm * (random() < STRAY_SHARE ? STRAY_SPREAD : 1);
    const aheadKm = core.aheadKm + gaussian(random) * spreadKm;
    const leftKm = core.leftKm + gaussian(random) * spreadKm;
    const { longitude, latitude } = moved(
      centre,
      aheadEast * aheadKm - aheadNorth * leftKm,
      aheadNorth * aheadKm + aheadEast * leftKm,
    );
    return {
      id: strikeId(atMs, cell.key, minute, index),
      latitude: Math.round(latitude * 1e5) / 1e5,
      longitude: Math.round(longitude * 1e5) / 1e5,
      atMs,
    };
  });
}

/** Strength, 0 to 1, at `age`, a fraction of the cell's life: rises quickly and falls more slowly. */
function strength(age: number): number {
  return Math.sin(Math.PI * age ** 0.75) ** 1.2;
}

const NO_CORE: Core = { aheadKm: 0, leftKm: 0, radiusKm: 0, activity: 1 };

interface Core {
  readonly aheadKm: number;
  readonly leftKm: number;
  readonly radiusKm: number;
  /** 0 to 1: the cores of one storm are active one after another. */
  readonly activity: number;
}

/** `minute` is in minutes since the epoch. Cores of a long line bow forward in the middle. */
function coresOf(cell: SimulatedStorm, minute: number): readonly Core[] {
  return Array.from({ length: cell.cores }, (_, core) => {
    const random = seededRandom(hash32(cell.key, -1, core));
    const left = (core + random()) / cell.cores - 0.5;
    const bow = 0.2 - 0.8 * left * left + 0.15 * (random() - 0.5);
    const phase = random() + minute / between(random, 25, 70);
    return {
      aheadKm: bow * cell.lengthKm,
      leftKm: left * cell.lengthKm,
      radiusKm: cell.coreRadiusKm * between(random, 0.5, 1.3),
      activity: 0.5 + 0.5 * Math.sin(2 * Math.PI * phase),
    };
  });
}

function pickCore(cores: readonly Core[], random: Random): Core {
  let core = NO_CORE;
  for (let attempts = 0; attempts < 3; attempts++) {
    core = cores[Math.floor(random() * cores.length)] ?? core;
    if (random() < core.activity) break;
  }
  return core;
}
