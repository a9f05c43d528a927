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
const AHEAD_MS = 2_000;

/** The earliest and the latest that the provider's clock may show now: one instant twice, if it is known. */
export interface ProviderNow {
  readonly earliestMs: number;
  readonly latestMs: number;
}

export interface PollPlan {
  /** The windows that this poll reads. */
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

const BUSY_WITHIN_MS = 2 * 60_000;
const QUIET_AFTER_MS = 10 * 60_000;
const QUIET_MS = 15_000;
const VERY_QUIET_MS = 30_000;
/** While somebody watches a place, the first strike after a quiet spell must not wait. */
const WATCHED_MS = 10_000;

/**
 * How long until a region is polled again: `busyMs` while strikes arrive, 15 s after 2 minutes without any, 30 s after
 * 10 minutes; where it is `watched`, 10 s at most. `lastStrikeMs` is when the region's newest strike was first seen.
 */
export function pollIntervalMs(
  busyMs: number,
  lastStrikeMs: number | undefined,
  nowMs: number,
  watched = false,
): number {
  const sinceMs = lastStrikeMs === undefined ? Number.POSITIVE_INFINITY : nowMs - lastStrikeMs;
  if (sinceMs <= BUSY_WITHIN_MS) return busyMs;
  if (watched) return Math.max(busyMs, WATCHED_MS);
  return Math.max(busyMs, sinceMs <= QUIET_AFTER_MS ? QUIET_MS : VERY_QUIET_MS);
}

/** A clock that is off by more than this is likelier a header that is: strikes must tell. */
export const DOUBTFUL_SKEW_MS = 60_000;

/** An estimate of the provider's clock, which outlives the Feed. */
export interface ClockEstimate {
  /** The clock of its `Date` less ours. */
  readonly skewMs: number;
  /** The clock that new strikes were stamped by, if they have told. */
  readonly strikesFollow: 'date' | 'ours' | null;
}

export const OUR_CLOCK: ClockEstimate = { skewMs: 0, strikesFollow: null };

export function providerNowAt({ skewMs, strikesFollow }: ClockEstimate, nowMs: number): ProviderNow {
  if (Math.abs(skewMs) <= DOUBTFUL_SKEW_MS || strikesFollow === 'date') return at(nowMs + skewMs);
  if (strikesFollow === 'ours') return at(nowMs);
  return { earliestMs: Math.min(nowMs, nowMs + skewMs), latestMs: Math.max(nowMs, nowMs + skewMs) };
}

function at(nowMs: number): ProviderNow {
  return { earliestMs: nowMs, latestMs: nowMs };
}
