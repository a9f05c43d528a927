import { HOUR_MS } from '#shared/time/hourKey.ts';
import { DRAWN_TIME_UNIT_MS } from '#web/sky/strikes/StrikeStore.ts';

/** How much time passes on the map in a second. */
export const PLAY_RATES_MS = [60_000, 10 * 60_000, HOUR_MS, 6 * HOUR_MS] as const;

export interface Playing {
  readonly atMs: number;
  readonly rateMs: number;
  /** Whether every strike of the present window is held: what is not there yet is waited for, not skipped. */
  readonly held: boolean;
}

/** Where playing has come to after `elapsedMs`; it stands still while strikes are missing, and goes no further than `toMs`. */
export function afterPlaying({ atMs, rateMs, held }: Playing, elapsedMs: number, toMs: number): number {
  if (!held) return atMs;
  return Math.min(toMs, atMs + Math.round((rateMs * elapsedMs) / 1_000 / DRAWN_TIME_UNIT_MS) * DRAWN_TIME_UNIT_MS);
}
