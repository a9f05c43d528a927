import { type Area, LEVELS, type Level } from './Area.ts';
import type { AreaState, NearStrike, WaitingStrike } from './AreaState.ts';

/** The newest strike that counts within each ring; null if there is none. */
export type LastMs = readonly [watch: number | null, warning: number | null, stop: number | null];

/** How long a strike holds a level, measured by the watermark. */
export function holdMs({ dwellMs, settleMs }: Pick<Area, 'dwellMs' | 'settleMs'>): number {
  return dwellMs + settleMs;
}

/** The level of the innermost ring that is held at the watermark. Without a watermark no level ends. */
export function heldLevel(area: Pick<Area, 'dwellMs' | 'settleMs'>, lastMs: LastMs, watermarkMs: number | null): Level {
  const held = [2, 1, 0].find((ring) => {
    const atMs = lastMs[ring] ?? null;
    return atMs !== null && atMs + holdMs(area) > (watermarkMs ?? Number.NEGATIVE_INFINITY);
  });
  return held === undefined ? 'clear' : (LEVELS[held + 1] ?? 'clear');
}

/** Negative if `a` is less dangerous than `b`, 0 if they are equal. */
export function compareLevels(a: Level, b: Level): number {
  return LEVELS.indexOf(a) - LEVELS.indexOf(b);
}

export const LEAST_WITHIN_MS = 10 * 60_000;

type Rings = Pick<AreaState, 'lastMs' | 'waiting'>;
type RingStrike = Pick<NearStrike, 'ordinal' | 'atMs' | 'km'>;

/** When its newest counted strike fell, and the later strikes that are not yet enough to begin it. */
interface Ring {
  readonly lastMs: number | null;
  readonly waiting: readonly WaitingStrike[];
}

/**
 * The rings after `told`, in any order, repeated or not. A ring begins with the strike that completes `least` within
 * ten minutes, and continues with each strike within the hold of the previous one. Strikes before its last one, and
 * before `sinceMs`, are dropped. Of the rest, fewer than `least` are within any ten minutes.
 */
export function ringsAfter(
  area: Area,
  { lastMs, waiting }: Rings,
  told: readonly RingStrike[],
  sinceMs: number,
): Rings {
  const [watchKm, warningKm, stopKm] = area.ringsKm;
  const of = (ring: 0 | 1, ringKm: number): Ring => {
    if (area.least === 1) return { lastMs: newestWithin(told, ringKm, lastMs[ring]), waiting: [] };
    return ringAfter(area, { lastMs: lastMs[ring], waiting: waiting[ring] }, told, ringKm, sinceMs);
  };
  const [watch, warning] = [of(0, watchKm), of(1, warningKm)];
  return {
    lastMs: [watch.lastMs, warning.lastMs, newestWithin(told, stopKm, lastMs[2])],
    waiting: [watch.waiting, warning.waiting],
  };
}

function ringAfter(area: Area, before: Ring, told: readonly RingStrike[], ringKm: number, sinceMs: number): Ring {
  let { lastMs } = before;
  if (told.length === 0 && before.waiting.length === 0) return before;
  const later = new Map<number, number>();
  const take = (ordinal: number, atMs: number) => {
    if (lastMs === null || atMs > lastMs) later.set(ordinal, atMs);
  };
  for (const [ordinal, atMs] of before.waiting) take(ordinal, atMs);
  for (const { ordinal, atMs, km } of told) if (km <= ringKm) take(ordinal, atMs);
  const waiting: WaitingStrike[] = [];
  for (const strike of [...later].sort(([a, aMs], [b, bMs]) => aMs - bMs || a - b)) {
    const [, atMs] = strike;
    waiting.push(strike);
    const first = waiting.at(-area.least);
    const isEnough = first !== undefined && atMs - first[1] < LEAST_WITHIN_MS;
    const isHeld = lastMs !== null && atMs < lastMs + holdMs(area);
    if (!isEnough && !isHeld) continue;
    lastMs = atMs;
    waiting.length = 0;
  }
  return { lastMs, waiting: waiting.filter(([, atMs]) => atMs > sinceMs) };
}

function newestWithin(strikes: readonly RingStrike[], ringKm: number, before: number | null): number | null {
  let lastMs = before;
  for (const { atMs, km } of strikes) if (km <= ringKm && (lastMs === null || atMs > lastMs)) lastMs = atMs;
  return lastMs;
}
