import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { moved } from '../drift.ts';
import { between, gaussian, hash32, seededRandom } from '../seededRandom.ts';
import type { LightningCell } from './LightningCell.ts';

/** A storm, a cluster of storms or a squall line: cells that follow each other in places side by side. */
export interface StormSystem {
  /** Unsigned 32-bit; seeds everything inside the system. */
  readonly key: number;
  readonly bornMs: number;
  readonly diesMs: number;
  /** Middle of its front at birth, degrees. */
  readonly longitude: number;
  readonly latitude: number;
  /** Radians north of east. */
  readonly heading: number;
  readonly speedKmh: number;
  /** Across the heading. */
  readonly lengthKm: number;
  /** Cells are born up to so far behind the front. */
  readonly depthKm: number;
  /** Between the places, side by side, at which its cells follow each other. */
  readonly betweenKm: number;
  /** Of its usual cell: minutes of life, flashes a minute at its peak, and standard deviation of their places. */
  readonly cellMinutes: number;
  readonly peakPerMinute: number;
  readonly spreadKm: number;
}

/** A line's cells stand so far apart that each is one to the tracker, and moves as it is seen to move. */
export const LINE = { depthKm: 5, betweenKm: 19, cellMinutes: 28, spreadKm: 1.9 };

const LIFE_FACTOR = [0.5, 1.5] as const;
const SPREAD_FACTOR = [0.6, 1.4] as const;
const LEAST_CELL_MINUTES = 8;
/** A cell is followed by the next of its place after this share of its life: often after a silence. */
const FOLLOWED_AT = [0.7, 1.6] as const;
const FIRST_WITHIN_MS = 12 * MINUTE_MS;
/** A line bends: its ends lag behind its middle by this share of its length. */
const BOW = 0.08;
const STRAY_KMH = 6;

/** Every cell of the system, in no particular order. Those in the middle come first. */
export function cellsOfSystem(system: StormSystem): LightningCell[] {
  const places = Math.max(1, Math.round(system.lengthKm / system.betweenKm));
  return Array.from({ length: places }, (_, place) => cellsOfPlace(system, place, (place + 0.5) / places - 0.5)).flat();
}

/** `across`: from -0.5 at the right end of the front to 0.5 at its left one. */
function cellsOfPlace(system: StormSystem, place: number, across: number): LightningCell[] {
  const { key, diesMs, heading, speedKmh, lengthKm, depthKm, betweenKm, peakPerMinute } = system;
  const random = seededRandom(hash32(key, place));
  const [aheadEast, aheadNorth] = [Math.cos(heading), Math.sin(heading)];
  const cells: LightningCell[] = [];
  let bornMs = system.bornMs + Math.floor(random() * FIRST_WITHIN_MS * (1 + 4 * Math.abs(across)));
  while (bornMs < diesMs - LEAST_CELL_MINUTES * MINUTE_MS) {
    const lifeMs = Math.min(
      diesMs - bornMs,
      Math.floor(system.cellMinutes * between(random, ...LIFE_FACTOR) * MINUTE_MS),
    );
    const hours = (bornMs - system.bornMs) / HOUR_MS;
    const aheadKm = speedKmh * hours - depthKm * random() - 4 * BOW * lengthKm * across * across;
    const leftKm = across * lengthKm + between(random, -0.14, 0.14) * Math.min(betweenKm, lengthKm);
    const age = (bornMs + lifeMs / 2 - system.bornMs) / (diesMs - system.bornMs);
    cells.push({
      key: hash32(key, place, cells.length),
      bornMs,
      diesMs: bornMs + lifeMs,
      ...moved(system, aheadEast * aheadKm - aheadNorth * leftKm, aheadNorth * aheadKm + aheadEast * leftKm),
      eastKmh: aheadEast * speedKmh + STRAY_KMH * gaussian(random),
      northKmh: aheadNorth * speedKmh + STRAY_KMH * gaussian(random),
      peakPerMinute: peakPerMinute * Math.exp(0.7 * gaussian(random)) * (0.35 + 0.65 * Math.sin(Math.PI * age)),
      spreadKm: system.spreadKm * between(random, ...SPREAD_FACTOR),
    });
    bornMs += Math.floor(lifeMs * between(random, ...FOLLOWED_AT));
  }
  return cells;
}
