import { between, hash32, type Random, seededRandom } from './seededRandom.ts';
import type { StormCell } from './stormCells.ts';

const NO_CORE: Core = { aheadKm: 0, leftKm: 0, radiusKm: 0, activity: 1 };

/** An updraught that strikes cluster around, placed relative to the cell's centre and direction of drift. */
export interface Core {
  readonly aheadKm: number;
  readonly leftKm: number;
  readonly radiusKm: number;
  /** 0 to 1: cores of one storm take turns. */
  readonly activity: number;
}

/** The cell's cores in `minute` (minutes since the epoch). Those of a long line bow forward in the middle. */
export function coresOf(cell: StormCell, minute: number): readonly Core[] {
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

/** Picks a core at random, preferring active ones. */
export function pickCore(cores: readonly Core[], random: Random): Core {
  let core = NO_CORE;
  for (let tries = 0; tries < 3; tries++) {
    core = cores[Math.floor(random() * cores.length)] ?? core;
    if (random() < core.activity) break;
  }
  return core;
}
