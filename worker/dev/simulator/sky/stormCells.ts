import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { centreAt, type Drifting, driftOf } from './drift.ts';
import { between, gaussian, hash32, type Random, seededRandom } from './seededRandom.ts';
import { birthplace } from './stormRegions.ts';

/** A storm cell or line of cells. */
export interface SimulatedStorm extends Drifting {
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
