import type { TimeSpan } from './planWindows.ts';

/** Strikes arrive up to 45 s late: every poll reads this much again. */
export const OVERLAP_MS = 60_000;
/** A poll reaches back no further; what lies before is owed and read in between. */
const LONGEST_POLL_MS = 10 * 60_000;
/** How far back a gap is repaired, and how much history a region gets that is polled for the first time. */
export const REPAIR_LIMIT_MS = 24 * 3_600_000;
/** Strikes may carry a time a little ahead of the provider's clock. */
export const AHEAD_MS = 2_000;

export interface PollPlan {
  /** What this poll reads. */
  readonly span: TimeSpan;
  /** What lies between the high-water mark and this poll, owed as a gap. */
  readonly gap: TimeSpan | undefined;
  /** The high-water mark once all of `span` is read or owed. */
  readonly coveredToMs: number;
}

/**
 * What to read of a region whose high-water mark is `coveredToMs` (undefined: never polled), when the provider's clock
 * says `nowMs`. A mark in the future, left by a clock that jumped, counts as now.
 */
export function planPoll(coveredToMs: number | undefined, nowMs: number): PollPlan {
  const oldestMs = nowMs - REPAIR_LIMIT_MS;
  const fromMs = Math.max(oldestMs, Math.min(coveredToMs ?? oldestMs, nowMs) - OVERLAP_MS);
  const nearMs = nowMs - LONGEST_POLL_MS;
  return {
    span: { fromMs: Math.max(fromMs, nearMs), toMs: nowMs + AHEAD_MS },
    gap: fromMs < nearMs ? { fromMs, toMs: nearMs } : undefined,
    coveredToMs: nowMs,
  };
}
