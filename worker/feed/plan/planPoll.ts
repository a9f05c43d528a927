import { DAY_MS } from '#shared/time/hourKey.ts';
import type { TimeSpan } from './planWindows.ts';

/** Every poll reads this much again, because strikes arrive up to 45 s late. */
export const OVERLAP_MS = 60_000;
/** A poll reaches back no further; anything older is owed and read between polls. */
const MAX_POLL_MS = 10 * 60_000;
/** How far back gaps are repaired, and how much history a newly polled region gets. */
export const REPAIR_LIMIT_MS = DAY_MS;
/** Strikes may carry a time a little ahead of the provider's clock. */
export const AHEAD_MS = 2_000;

export interface PollPlan {
  /** What this poll reads. */
  readonly span: TimeSpan;
  /** The time between the high-water mark and `span`, owed as a gap; undefined if there is none. */
  readonly gap: TimeSpan | undefined;
  /** The high-water mark once all of `span` is read or owed. */
  readonly coveredToMs: number;
}

/**
 * What to read for a region whose high-water mark is `coveredToMs` (undefined: never polled), when the provider's
 * clock shows `nowMs`. A mark in the future, left by a clock that jumped, counts as now.
 */
export function planPoll(coveredToMs: number | undefined, nowMs: number): PollPlan {
  const oldestMs = nowMs - REPAIR_LIMIT_MS;
  const fromMs = Math.max(oldestMs, Math.min(coveredToMs ?? oldestMs, nowMs) - OVERLAP_MS);
  const nearMs = nowMs - MAX_POLL_MS;
  return {
    span: { fromMs: Math.max(fromMs, nearMs), toMs: nowMs + AHEAD_MS },
    gap: fromMs < nearMs ? { fromMs, toMs: nearMs } : undefined,
    coveredToMs: nowMs,
  };
}
