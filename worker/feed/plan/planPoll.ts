import { HOME_REGION } from '#shared/geo/regions.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import type { TimeSpan } from './planWindows.ts';

/** Every poll reads this much again, because strikes arrive up to 45 s late. */
export const OVERLAP_MS = 60_000;
/** A poll reaches back no further; anything older is owed and read between polls. */
const MAX_POLL_MS = 10 * 60_000;
/** How far back gaps are repaired, and how much history home gets when it is first polled. */
export const REPAIR_LIMIT_MS = DAY_MS;
/** The same for every other region: visitors pass, and what they leave owed must not add up. */
const FOREIGN_REPAIR_MS = HOUR_MS;
/** Strikes may carry a time a little ahead of the provider's clock. */
export const AHEAD_MS = 2_000;

/** What the provider's clock may show now: one instant twice, if it is known. */
export interface ProviderNow {
  readonly earliestMs: number;
  readonly latestMs: number;
}

export interface PollPlan {
  /** What this poll reads. */
  readonly span: TimeSpan;
  /** The time between the high-water mark and `span`, owed as a gap; undefined if there is none. */
  readonly gap: TimeSpan | undefined;
  /** The high-water mark once all of `span` is read or owed. */
  readonly coveredToMs: number;
}

/** How far back gaps of the region are repaired. */
export function repairLimitMs(regionKey: string): number {
  return regionKey === HOME_REGION ? REPAIR_LIMIT_MS : FOREIGN_REPAIR_MS;
}

/**
 * What to read for a region whose high-water mark is `coveredToMs` (undefined: never polled) and whose gaps are
 * repaired up to `repairMs` back. A mark in the future, left by a clock that jumped, counts as now.
 */
export function planPoll(coveredToMs: number | undefined, now: ProviderNow, repairMs = REPAIR_LIMIT_MS): PollPlan {
  const { earliestMs, latestMs } = now;
  const oldestMs = earliestMs - repairMs;
  const fromMs = Math.max(oldestMs, Math.min(coveredToMs ?? oldestMs, earliestMs) - OVERLAP_MS);
  const nearMs = earliestMs - MAX_POLL_MS;
  return {
    span: { fromMs: Math.max(fromMs, nearMs), toMs: latestMs + AHEAD_MS },
    gap: fromMs < nearMs ? { fromMs, toMs: nearMs } : undefined,
    coveredToMs: earliestMs,
  };
}
