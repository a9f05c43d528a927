import { MINUTE_MS } from '#shared/time/hourKey.ts';
import { centreAt, type Drifting, moved } from '../drift.ts';
import { between, gaussian, hash32, poisson, type Random, seededRandom } from '../seededRandom.ts';
import { type SimulatedStrike, strikeId } from '../simulatedSource.ts';

/** One updraught, whose lightning grows and decays. */
export interface LightningCell extends Drifting {
  /** Expected flashes a minute at its peak. */
  readonly peakPerMinute: number;
  /** Standard deviation of its flashes along each axis; none lies beyond two. */
  readonly spreadKm: number;
}

export const FARTHEST_SPREADS = 2;

/** Shares of flashes with 1 to 10 strokes, as counted over northern Europe on 3 July 2022. */
const STROKES = [0.556, 0.202, 0.116, 0.06, 0.031, 0.019, 0.008, 0.004, 0.003, 0.001];
/** Between strokes of one flash: 30 to 150 ms in most, and the whole flash within a second. */
const STROKE_GAP_MS = [20, 130] as const;
const LONGEST_FLASH_MS = 1_000;
/** Mean distance of a later stroke from the first, and the most. */
const STROKE_APART_KM = 2.2;
const STROKE_FARTHEST_KM = 6;

/** `minute` is in minutes since the epoch. In no particular order. */
export function strokesOf(cell: LightningCell, minute: number): SimulatedStrike[] {
  const startMs = minute * MINUTE_MS;
  const age = (startMs + MINUTE_MS / 2 - cell.bornMs) / (cell.diesMs - cell.bornMs);
  if (age <= 0 || age >= 1) return [];
  const random = seededRandom(hash32(cell.key, minute));
  const flashes = poisson(random, cell.peakPerMinute * strengthAt(age) * between(random, 0.3, 1.7));
  const strokes: SimulatedStrike[] = [];
  for (let flash = 0; flash < flashes; flash += 1) {
    const offsetsMs = strokeOffsetsMs(random);
    const atMs = startMs + Math.floor(random() * (MINUTE_MS - (offsetsMs.at(-1) ?? 0)));
    const centre = centreAt(cell, atMs);
    const [eastKm, northKm] = [spread(random) * cell.spreadKm, spread(random) * cell.spreadKm];
    for (const [index, offsetMs] of offsetsMs.entries()) {
      const apartKm = index === 0 ? 0 : Math.min(STROKE_FARTHEST_KM, -STROKE_APART_KM * Math.log(1 - random()));
      const angle = 2 * Math.PI * random();
      const place = moved(centre, eastKm + apartKm * Math.cos(angle), northKm + apartKm * Math.sin(angle));
      strokes.push({
        id: strikeId(atMs + offsetMs, cell.key, minute, strokes.length),
        latitude: Math.round(place.latitude * 1e5) / 1e5,
        longitude: Math.round(place.longitude * 1e5) / 1e5,
        atMs: atMs + offsetMs,
      });
    }
  }
  return strokes;
}

/** 0 to 1 at `age`, a fraction of the cell's life: rises quickly and falls more slowly. */
function strengthAt(age: number): number {
  return Math.sin(Math.PI * age ** 0.75);
}

/** In standard deviations, at most `FARTHEST_SPREADS`. */
function spread(random: Random): number {
  for (;;) {
    const drawn = gaussian(random);
    if (Math.abs(drawn) <= FARTHEST_SPREADS) return drawn;
  }
}

/** When a flash's strokes fall, from its first. */
function strokeOffsetsMs(random: Random): number[] {
  const offsetsMs = [0];
  const drawn = random();
  let share = 0;
  for (const each of STROKES) {
    share += each;
    if (drawn < share || offsetsMs.length === STROKES.length) break;
    const nextMs = (offsetsMs.at(-1) ?? 0) + Math.floor(between(random, ...STROKE_GAP_MS));
    offsetsMs.push(Math.min(nextMs, LONGEST_FLASH_MS));
  }
  return offsetsMs;
}
