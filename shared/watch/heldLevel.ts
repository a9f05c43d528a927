import { type Area, LEVELS, type Level } from './Area.ts';

/** The newest strike that counts within each ring: watch, warning, stop; null if there is none. */
export type LastMs = readonly [watch: number | null, warning: number | null, stop: number | null];

/** How long a strike holds a level: until everything up to so long after it was read. */
export function holdMs({ dwellMs, settleMs }: Pick<Area, 'dwellMs' | 'settleMs'>): number {
  return dwellMs + settleMs;
}

/** The level of the innermost ring that is held at the watermark. Without a watermark nothing lets go. */
export function heldLevel(area: Area, lastMs: LastMs, watermarkMs: number | null): Level {
  const held = [2, 1, 0].find((ring) => {
    const atMs = lastMs[ring] ?? null;
    return atMs !== null && atMs + holdMs(area) > (watermarkMs ?? Number.NEGATIVE_INFINITY);
  });
  return held === undefined ? 'clear' : (LEVELS[held + 1] ?? 'clear');
}

/** Negative if `a` is less dangerous than `b`, 0 if they are the same. */
export function compareLevels(a: Level, b: Level): number {
  return LEVELS.indexOf(a) - LEVELS.indexOf(b);
}
