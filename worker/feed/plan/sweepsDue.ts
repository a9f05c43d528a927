import { HOUR_MS, hourStartMs } from '#shared/time/hourKey.ts';
import type { TimeSpan } from './planWindows.ts';

const SWEEP_EVERY_MS = 5 * 60_000;
/** A closed hour is read once more when it has been closed for this long. */
const CLOSING_LAG_MS = 10 * 60_000;

/**
 * Older windows that are to be read again between `lastMs` (the last time this was asked) and `nowMs`: every five
 * minutes the five before last, and each hour once, ten minutes after it closed.
 */
export function sweepsDue(lastMs: number, nowMs: number): TimeSpan[] {
  const sweeps: TimeSpan[] = [];
  const mark = Math.floor(nowMs / SWEEP_EVERY_MS) * SWEEP_EVERY_MS;
  if (mark > lastMs) sweeps.push({ fromMs: mark - 2 * SWEEP_EVERY_MS, toMs: mark - SWEEP_EVERY_MS });
  const closed = hourStartMs(nowMs - CLOSING_LAG_MS);
  if (closed + CLOSING_LAG_MS > lastMs) sweeps.push({ fromMs: closed - HOUR_MS, toMs: closed });
  return sweeps;
}
