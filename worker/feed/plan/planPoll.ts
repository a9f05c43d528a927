import { HOME_REGION } from '#shared/geo/regions.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { LONGEST_OVERLAP_MS } from '#worker/sources/port/SourceTraits.ts';
import type { TimeSpan } from './planWindows.ts';

const LEAST_OVERLAP_MS = 60_000;
/** A poll with the least overlap reaches back no further; older time is owed and read between polls. */
const MAX_POLL_MS = 10 * 60_000;
/** How far back gaps are repaired, and home's history at its first poll. */
export const REPAIR_LIMIT_MS = DAY_MS;
/** The same for other regions: visitors pass, and their regions' debts must not add up. */
const FOREIGN_REPAIR_MS = HOUR_MS;
/** Strikes' times may be a little ahead of the provider's clock. */
const AHEAD_MS = 2_000;

/** Bounds of the provider's clock; equal if it is known. */
export interface ProviderNow {
  readonly earliestMs: number;
  readonly latestMs: number;
}

/** Every poll reads this much again, because strikes arrive late: up to `worstDelayMs`, and no more than ten minutes. */
export function overlapMs(worstDelayMs: number): number {
  return Math.min(LONGEST_OVERLAP_MS, Math.max(LEAST_OVERLAP_MS, worstDelayMs));
}

export interface PollPlan {
  readonly span: TimeSpan;
  /** From the high-water mark to `span`, owed as a gap; undefined if there is none. */
  readonly gap: TimeSpan | undefined;
  readonly coveredToMs: number;
}

export function repairLimitMs(regionKey: string): number {
  return regionKey === HOME_REGION ? REPAIR_LIMIT_MS : FOREIGN_REPAIR_MS;
}

/**
 * Plans a poll of a region whose high-water mark is `coveredToMs` (undefined: never polled) and whose gaps are repaired
 * up to `repairMs` back, reading `overlap` milliseconds before it again. A mark in the future, left by a clock that
 * jumped, counts as now.
 */
export function planPoll(
  coveredToMs: number | undefined,
  now: ProviderNow,
  overlap: number,
  repairMs = REPAIR_LIMIT_MS,
): PollPlan {
  const { earliestMs, latestMs } = now;
  const oldestMs = earliestMs - repairMs;
  const fromMs = Math.max(oldestMs, Math.min(coveredToMs ?? oldestMs, earliestMs) - overlap);
  // A longer overlap alone leaves no gap: each poll would owe what the next one reads anyway.
  const nearMs = earliestMs - MAX_POLL_MS - (overlap - LEAST_OVERLAP_MS);
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
/** A watcher must not wait for the first strike after a quiet spell. */
const WATCHED_MS = 10_000;

/**
 * `busyMs` while strikes arrive, 15 s after 2 minutes without any, 30 s after 10 minutes; at most 10 s if `watched`.
 * `lastStrikeMs` is when the region's newest strike was first seen.
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

/** If the clock is further off, more likely the header is wrong: new strikes decide. */
export const DOUBTFUL_SKEW_MS = 60_000;

export interface ClockEstimate {
  /** The clock of its `Date` minus ours. */
  readonly skewMs: number;
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
