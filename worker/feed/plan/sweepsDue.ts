import { HOUR_MS, hourStartMs } from '#shared/time/hourKey.ts';
import type { TimeSpan } from './planWindows.ts';

const MINUTE_MS = 60_000;
const SWEEP_EVERY_MS = 5 * MINUTE_MS;
/** What is told a quarter of an hour late still moves an all-clear, which comes half an hour after the last strike. */
const LATEST_SWEEP_BACK_MS = 4 * SWEEP_EVERY_MS;
/** An hour is read once more this long after it closed. */
const CLOSING_LAG_MS = 10 * MINUTE_MS;
/** From here back a watcher's sweep begins: every poll reads what is newer. */
const WATCH_FROM_MS = MINUTE_MS;
const WATCH_BACK_MS = 6 * MINUTE_MS;
/** For so long after its newest strike somebody may wait for the end of a danger: the usual dwell, and what it takes. */
export const WATCH_AFTER_STRIKE_MS = 35 * MINUTE_MS;

/**
 * The windows that became due to be read again since `lastMs`, the previous call: every five minutes, the stretch from
 * ten to five minutes before and that from twenty to fifteen; and each hour once, ten minutes after it closed.
 */
export function sweepsDue(lastMs: number, nowMs: number): TimeSpan[] {
  const sweeps: TimeSpan[] = [];
  const mark = Math.floor(nowMs / SWEEP_EVERY_MS) * SWEEP_EVERY_MS;
  if (mark > lastMs) {
    for (const backMs of [2 * SWEEP_EVERY_MS, LATEST_SWEEP_BACK_MS]) {
      sweeps.push({ fromMs: mark - backMs, toMs: mark - backMs + SWEEP_EVERY_MS });
    }
  }
  const closed = hourStartMs(nowMs - CLOSING_LAG_MS);
  if (closed + CLOSING_LAG_MS > lastMs) sweeps.push({ fromMs: closed - HOUR_MS, toMs: closed });
  return sweeps;
}

/**
 * The window that is due each minute while strikes are recent, from six minutes before to one, if a minute has begun
 * since `lastMs`: what is told late is found before the countdown ends that it would have begun anew.
 */
export function watchSweepDue(lastMs: number, nowMs: number): TimeSpan | undefined {
  const mark = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  return mark > lastMs ? { fromMs: mark - WATCH_BACK_MS, toMs: mark - WATCH_FROM_MS } : undefined;
}
