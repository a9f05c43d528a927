import { HOUR_MS, hourStartMs } from '#shared/time/hourKey.ts';
import type { TimeSpan } from './planWindows.ts';

const SWEEP_EVERY_MS = 5 * 60_000;
/** An hour is read once more this long after it closed. */
const CLOSING_LAG_MS = 10 * 60_000;

/**
 * The windows that became due to be read again since `lastMs`, the previous call: every five minutes, the stretch from
 * ten to five minutes before; and each hour once, ten minutes after it closed.
 */
export function sweepsDue(lastMs: number, nowMs: number): TimeSpan[] {
  const sweeps: TimeSpan[] = [];
  const mark = Math.floor(nowMs / SWEEP_EVERY_MS) * SWEEP_EVERY_MS;
  if (mark > lastMs) sweeps.push({ fromMs: mark - 2 * SWEEP_EVERY_MS, toMs: mark - SWEEP_EVERY_MS });
  const closed = hourStartMs(nowMs - CLOSING_LAG_MS);
  if (closed + CLOSING_LAG_MS > lastMs) sweeps.push({ fromMs: closed - HOUR_MS, toMs: closed });
  return sweeps;
}
