import { DAY_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { centreAt, moved } from './drift.ts';
import { minuteSource, remembering } from './minuteSource.ts';
import { between, gaussian, hash32, poisson, type Random, seededRandom } from './seededRandom.ts';
import { type SimulatedSource, type SimulatedStrike, strikeId } from './simulatedSource.ts';
import { cellsOfDay, type SimulatedStorm } from './stormCells.ts';

const MAX_CACHED_DAYS = 16;

/** One strike in eight comes from the anvil, far from the core. */
const STRAY_SHARE = 1 / 8;
const STRAY_SPREAD = 3;

/**
 * An endless sky as a pure function of `seed` and time: however a window is cut into pieces, it yields the same strikes
 * with the same ids.
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
  /** 0 to 1: cores of one storm take turns. */
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
  for (let tries = 0; tries < 3; tries++) {
    core = cores[Math.floor(random() * cores.length)] ?? core;
    if (random() < core.activity) break;
  }
  return core;
}
