import { DAY_MS } from '#shared/time/hourKey.ts';

/** Strikes before this instant are deleted, or will be within minutes: nothing older is answered. */
export function keptSinceMs(historyDays: number, nowMs: number): number {
  return nowMs - historyDays * DAY_MS;
}
