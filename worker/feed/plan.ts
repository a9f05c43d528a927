import { type Areas, type BBox, bboxIntersection, bboxUnion } from '#shared/geo/BBox.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { HOME_REGION, MARGIN_REGION, regionOfCell } from '#shared/geo/regions.ts';
import { parseTile, tileBounds, tilesCovering } from '#shared/geo/tile.ts';
import { CELL_ZOOM, FEED_LIVE_WITHIN_MS } from '#shared/limits.ts';
import type { Strike } from '#shared/strike.ts';
import type { TimeSpan } from '#shared/time.ts';
import { clippedSpans, DAY_MS, HOUR_MS, mergedSpans, type Span, spansWithout } from '#shared/time.ts';
import { type ListedFile, LONGEST_OVERLAP_MS, type StrikeWindow } from '#worker/sources/source.ts';

/**
 * The circuit breaker in front of the provider. Closed, it counts reads that ran out of retries; after three in a row
 * it opens and lets single probes through, sooner at first. The first success closes it. `probes` counts those since it
 * opened.
 */
export type Breaker =
  | { readonly state: 'closed'; readonly failures: number }
  | { readonly state: 'open'; readonly probeAtMs: number; readonly probes: number }
  | { readonly state: 'half-open'; readonly probes: number };

export const CLOSED_BREAKER: Breaker = { state: 'closed', failures: 0 };

const FAILURES_TO_OPEN = 3;
/** From a failed call to the next probe. The last wait is how late viewers see that the provider is back. */
const PROBE_WAITS_MS = [5_000, 10_000, 15_000] as const;
/** How much shorter a wait may be, so that many deployments do not probe together. */
const JITTER = 0.2;

export function breakerAfterSuccess(): Breaker {
  return CLOSED_BREAKER;
}

/**
 * After a read, sent at `sentMs`, ran out of retries; `random` is 0..1. Refused credentials (`denied`) open it at once.
 */
export function breakerAfterFailure(breaker: Breaker, sentMs: number, random: number, denied: boolean): Breaker {
  const failures = breaker.state === 'closed' ? breaker.failures + 1 : FAILURES_TO_OPEN;
  if (failures < FAILURES_TO_OPEN && !denied) return { state: 'closed', failures };
  const probes = breaker.state === 'closed' ? 0 : breaker.probes;
  const waitMs = PROBE_WAITS_MS[Math.min(probes, PROBE_WAITS_MS.length - 1)] as number;
  return { state: 'open', probeAtMs: sentMs + Math.round(waitMs * (1 - JITTER * random)), probes };
}

/** Now, or the probe's time; undefined while a probe is under way. */
export function breakerOpensAtMs(breaker: Breaker, nowMs: number): number | undefined {
  if (breaker.state === 'closed') return nowMs;
  return breaker.state === 'open' ? breaker.probeAtMs : undefined;
}

export function breakerAfterCall(breaker: Breaker): Breaker {
  return breaker.state === 'open' ? { state: 'half-open', probes: breaker.probes + 1 } : breaker;
}

/**
 * 5 s for the first two probes, so that a hanging one does not delay the next; then as long as any call (undefined),
 * because a provider that has just come back may be slow.
 */
export function probeTimeoutMs(breaker: Breaker): number | undefined {
  return breaker.state === 'half-open' && breaker.probes < PROBE_WAITS_MS.length ? 5_000 : undefined;
}

/** For a probe that will not be answered, because the Feed died or the provider requested a pause. */
export function breakerWithoutProbe(breaker: Breaker, nowMs: number): Breaker {
  return breaker.state === 'half-open' ? { state: 'open', probeAtMs: nowMs, probes: breaker.probes } : breaker;
}

/** A token bucket with a single token, so calls are evenly spaced. `nextCallMs`: when the next one is available. */
export interface CallBudget {
  readonly nextCallMs: number;
}

export function spendCall(budget: CallBudget, nowMs: number, maxRps: number): CallBudget {
  return { nextCallMs: Math.max(nowMs, budget.nextCallMs) + Math.ceil(1000 / maxRps) };
}

export function pauseCalls(budget: CallBudget, nowMs: number, retryAfterMs: number): CallBudget {
  return { nextCallMs: Math.max(budget.nextCallMs, nowMs + retryAfterMs) };
}

const LEAST_OVERLAP_MS = 60_000;
/** A poll with the least overlap reaches back no further; older time joins the backlog and is read between polls. */
const MAX_POLL_MS = 10 * 60_000;
/** How far back gaps are repaired, and home's history at its first poll. */
export const REPAIR_LIMIT_MS = DAY_MS;
/** The same for other regions: visitors pass, and their regions' debts must not add up. */
const ON_DEMAND_REPAIR_MS = HOUR_MS;
/** Strikes' times may be a little ahead of the provider's clock. */
const AHEAD_MS = 2_000;

/** Bounds of the provider's clock; equal if it is known. */
export interface ProviderNow {
  readonly earliestMs: number;
  readonly latestMs: number;
}

/**
 * Every poll reads this much again, because strikes arrive late: up to `worstDelayMs`, and ten minutes at most.
 */
export function overlapMs(worstDelayMs: number): number {
  return Math.min(LONGEST_OVERLAP_MS, Math.max(LEAST_OVERLAP_MS, worstDelayMs));
}

export interface PollPlan {
  readonly span: TimeSpan;
  /** From the high-water mark to `span`, for the backlog as a gap; undefined if there is none. */
  readonly gap: TimeSpan | undefined;
  readonly coveredToMs: number;
}

export function repairLimitMs(regionKey: string): number {
  return regionKey === HOME_REGION ? REPAIR_LIMIT_MS : ON_DEMAND_REPAIR_MS;
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
  // A longer overlap alone leaves no gap: each poll would add to the backlog what the next one reads anyway.
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

/** Strikes per planned window, of an answer that holds `maxRows`: so far below that a burst rarely truncates it. */
export function targetStrikes(maxRows: number): number {
  return Math.floor((maxRows * 2) / 3);
}
/** Planned windows are no shorter; a truncated answer may still split them. */
const MIN_WINDOW_MS = 1_000;

/**
 * Cuts `span` into windows of about `target` expected strikes each, newest first, so that one call can read each
 * completely.
 * `knownAtMs` are the times of strikes seen there, ascending. The unseen part after `seenUntilMs` is assumed to be as
 * busy as the half minute before it.
 */
export function planWindows(
  span: TimeSpan,
  knownAtMs: readonly number[],
  seenUntilMs: number,
  target: number,
): TimeSpan[] {
  const rateFromMs = seenUntilMs - 30_000;
  const lately = knownAtMs.filter((atMs) => atMs > rateFromMs && atMs <= seenUntilMs).length;
  const unseenMs = Math.max(0, span.toMs - Math.max(seenUntilMs, span.fromMs));
  const expected = Math.round((lately / 30_000) * unseenMs);
  const firstUnseenMs = span.toMs - unseenMs;
  const times = knownAtMs.filter((atMs) => atMs >= span.fromMs && atMs < span.toMs);
  for (let index = 0; index < expected; index += 1) times.push(firstUnseenMs + ((index + 0.5) / expected) * unseenMs);
  times.sort((a, b) => a - b);

  const windows: TimeSpan[] = [];
  let toMs = span.toMs;
  for (let held = target; held < times.length; held += target) {
    const truncatedMs = Math.floor(times[times.length - held] ?? span.fromMs);
    if (toMs - truncatedMs < MIN_WINDOW_MS || truncatedMs - span.fromMs < MIN_WINDOW_MS) continue;
    windows.push({ fromMs: truncatedMs, toMs });
    toMs = truncatedMs;
  }
  windows.push({ fromMs: span.fromMs, toMs });
  return windows;
}

/** About 100 m. A truncated answer for one second of a box this small can only be repeated rows. */
const MIN_DEGREES = 0.001;

/**
 * The parts of a window whose answer was truncated, newest first: halves of its time if it is longer than a second,
 * otherwise quarters of its box. Empty if it cannot be split further.
 */
export function splitWindow({ bbox, fromMs, toMs }: StrikeWindow): StrikeWindow[] {
  if (toMs - fromMs > MIN_WINDOW_MS) {
    const middleMs = Math.floor((fromMs + toMs) / 2);
    return [
      { bbox, fromMs: middleMs, toMs },
      { bbox, fromMs, toMs: middleMs },
    ];
  }
  const { west, south, east, north } = bbox;
  if (east - west <= MIN_DEGREES && north - south <= MIN_DEGREES) return [];
  const middleX = (west + east) / 2;
  const middleY = (south + north) / 2;
  return [
    { west, south: middleY, east: middleX, north },
    { west: middleX, south: middleY, east, north },
    { west, south, east: middleX, north: middleY },
    { west: middleX, south, east, north: middleY },
  ].map((quarter) => ({ bbox: quarter, fromMs, toMs }));
}

/** At most this many cells apart from home are polled: those with the most viewers. */
const MAX_CELLS_APART = 12;
const ALL_CELLS = 4 ** CELL_ZOOM;

/** An area with its own mark, excluding `without`. */
export interface PolledRegion {
  readonly key: string;
  readonly bbox: BBox;
  readonly without?: BBox;
}

interface RegionPlan {
  readonly home: PolledRegion;
  /** Polled only while watched, with the calls that home leaves over. */
  readonly onDemand: readonly PolledRegion[];
}

/** Home exactly as set, its margin, and cells apart from it, most watched first. `watched`: viewers by cell. */
export function planRegions(areas: Areas, watched: Readonly<Record<string, number>>): RegionPlan {
  const { home, coverage } = areas;
  const byViewers = Object.entries(watched).sort(([a, many], [b, more]) => more - many || a.localeCompare(b));
  const keys = [...new Set(byViewers.flatMap(([cell]) => regionOfCell(cell, areas) ?? []))];
  const apart = keys.filter((key) => key !== HOME_REGION && key !== MARGIN_REGION).slice(0, MAX_CELLS_APART);
  return {
    home: { key: HOME_REGION, bbox: home },
    onDemand: [
      ...(keys.includes(MARGIN_REGION) ? [{ key: MARGIN_REGION, bbox: marginBox(areas), without: home }] : []),
      ...apart.flatMap((key) => {
        const tile = parseTile(key);
        const bbox = tile && bboxIntersection(tileBounds(tile), coverage);
        return bbox ? [{ key, bbox }] : [];
      }),
    ],
  };
}

function marginBox({ home, coverage }: Areas): BBox {
  const cells = tilesCovering(home, CELL_ZOOM, ALL_CELLS) ?? [];
  const around = cells.map(tileBounds).reduce(bboxUnion, home);
  return bboxIntersection(around, coverage) ?? home;
}

/**
 * The boxes to read for a region. A region with a quiet hole is fetched in one request, which is cheaper than four; once
 * `strikesInHole` would fill half a window of `target` strikes, as the strips around the hole.
 */
export function regionBoxes({ bbox, without }: PolledRegion, strikesInHole: number, target: number): BBox[] {
  if (!without || strikesInHole < target / 2) return [bbox];
  return [
    { ...bbox, south: without.north },
    { ...bbox, north: without.south },
    { west: bbox.west, east: without.west, south: without.south, north: without.north },
    { west: without.east, east: bbox.east, south: without.south, north: without.north },
  ].filter(({ west, south, east, north }) => west < east && south < north);
}

const LEAST_MS = 20_000;
const MISSED_POLLS = 3;

/** How long home counts as live after its last success when polled every `intervalMs`: 20 to 60 s. */
export function liveWithinMs(intervalMs: number): number {
  return Math.min(FEED_LIVE_WITHIN_MS, Math.max(LEAST_MS, MISSED_POLLS * intervalMs));
}

const LIST_EVERY_MS = 60_000;
/** Files join to the second, and a flash may begin a little before the file that reports it. */
const SEAM_MS = 2_000;
const EARLY_MS = 10_000;
/** By how much, at most: 3.07 s were measured. */
const EARLIEST_MS = 4_000;

export type FileStep =
  | { readonly kind: 'list' }
  | { readonly kind: 'read'; readonly file: ListedFile }
  | { readonly kind: 'wait'; readonly untilMs: number };

type Times = Pick<ListedFile, 'fromMs' | 'toMs'>;

interface KnownFiles {
  readonly nowMs: number;
  /** When the files were last listed. */
  readonly listedMs: number | undefined;
  /** Newest first. */
  readonly listed: readonly ListedFile[];
  readonly isNeeded: (file: ListedFile) => boolean;
}

/** A new list each minute, and between two lists the newest file that is wanted. */
export function nextFileStep({ nowMs, listedMs, listed, isNeeded }: KnownFiles): FileStep {
  if (listedMs === undefined || nowMs >= listedMs + LIST_EVERY_MS) return { kind: 'list' };
  const file = listed.find(isNeeded);
  return file ? { kind: 'read', file } : { kind: 'wait', untilMs: listedMs + LIST_EVERY_MS };
}

export function isOfFile(atMs: number, { fromMs, toMs }: Times): boolean {
  return atMs >= fromMs - EARLY_MS && atMs <= toMs + EARLY_MS;
}

/** Whether the file holds time that none of `read` holds: another part of its slot, or more of it. */
export function reportsMore({ fromMs, toMs }: Times, read: readonly Span[]): boolean {
  return spansWithout([[fromMs, toMs]], read).some(([from, to]) => to - from > SEAM_MS);
}

/**
 * The strikes of a file that were not reported by those that hold `read`: another version has the same flashes under other
 * ids, so of the time that both hold none is taken. Seconds in which files only join count for the later one.
 */
export function newOfFile<Reported extends Pick<Strike, 'atMs'>>(
  strikes: readonly Reported[],
  { fromMs, toMs }: Times,
  read: readonly Span[],
): Reported[] {
  const spans = clippedSpans(mergedSpans(read), fromMs, toMs).filter(([from, to]) => to - from > EARLY_MS);
  return strikes.filter(({ atMs }) => !spans.some(([from, to]) => atMs >= from - EARLIEST_MS && atMs < to));
}

interface FileGaps {
  /** End of the newest file; undefined without any. */
  readonly readToMs: number | undefined;
  /** Gaps before it: `backlog` is still expected, `lost` is not. Oldest first. */
  readonly backlog: readonly Span[];
  readonly lost: readonly Span[];
  /** Before it all is read or lost, so it need not be looked at again. */
  readonly settledMs: number;
}

/** What `read`, the time that files hold, leaves out since `sinceMs`. Time that ends before `patientMs` is lost. */
export function gapsOfFiles(read: readonly Span[], sinceMs: number, patientMs: number): FileGaps {
  const readToMs = mergedSpans(read).at(-1)?.[1];
  if (readToMs === undefined) return { readToMs, backlog: [], lost: [], settledMs: sinceMs };
  const missing = spansWithout([[sinceMs, readToMs]], read).filter(([fromMs, toMs]) => toMs - fromMs > SEAM_MS);
  const spans = missing.filter(([, toMs]) => toMs > patientMs);
  const lost = missing.filter(([, toMs]) => toMs <= patientMs);
  const openMs = Math.min(spans[0]?.[0] ?? readToMs, patientMs);
  return { readToMs, backlog: spans, lost, settledMs: Math.max(sinceMs, openMs) };
}

/** Which source home is read from, and what is known of the other one. */
export interface Failover {
  readonly active: 'primary' | 'backup';
  /** When the primary source last answered; null if it never did. */
  readonly primaryOkMs: number | null;
  /** Since when it has answered each time; null while it does not. */
  readonly primaryGoodSinceMs: number | null;
  /** When the backup last answered; null if it does not. */
  readonly backupOkMs: number | null;
  /** Failures of the primary in a row. */
  readonly failures: number;
}

export const PRIMARY_READS: Failover = {
  active: 'primary',
  primaryOkMs: null,
  primaryGoodSinceMs: null,
  backupOkMs: null,
  failures: 0,
};

const SWITCH_AFTER_MS = 120_000;
/** As many as open the circuit. */
const SWITCH_AFTER_FAILURES = 3;
const BACK_AFTER_MS = 10 * 60_000;
/** How often the inactive source is probed for availability. */
export const SHADOW_EVERY_MS = 30_000;
const SHADOW_FRESH_MS = 3 * SHADOW_EVERY_MS;

/** After an answer (`ok`), or none, of the source with that role. */
export function afterResponse(state: Failover, role: Failover['active'], ok: boolean, nowMs: number): Failover {
  if (role === 'backup') return decide({ ...state, backupOkMs: ok ? nowMs : null }, nowMs);
  if (!ok) return decide({ ...state, primaryGoodSinceMs: null, failures: state.failures + 1 }, nowMs);
  const primaryGoodSinceMs = state.primaryGoodSinceMs ?? nowMs;
  return decide({ ...state, primaryOkMs: nowMs, primaryGoodSinceMs, failures: 0 }, nowMs);
}

/** Steps aside for a backup that answers; comes back after ten good minutes, or at once if the backup fails first. */
function decide(state: Failover, nowMs: number): Failover {
  const { active, primaryOkMs, primaryGoodSinceMs, backupOkMs, failures } = state;
  const backupResponses = backupOkMs !== null && nowMs - backupOkMs <= SHADOW_FRESH_MS;
  if (active === 'primary') {
    const isSilent = primaryOkMs !== null && nowMs - primaryOkMs >= SWITCH_AFTER_MS && primaryGoodSinceMs === null;
    return backupResponses && (isSilent || failures >= SWITCH_AFTER_FAILURES) ? { ...state, active: 'backup' } : state;
  }
  if (primaryGoodSinceMs === null) return state;
  const isBack = nowMs - primaryGoodSinceMs >= BACK_AFTER_MS || !backupResponses;
  return isBack ? { ...state, active: 'primary' } : state;
}

/** Networks place one discharge up to 10 km apart, twice the error of the coarser ones in use. */
const SAME_KM = 10;

/**
 * The strikes of `reported` without those that `known`, from another source, already has: each known one matches one.
 * Two are one discharge if they lie within `stepMs` and 10 km; if in doubt, both are retained.
 */
export function withoutKnown<Reported extends Strike>(
  reported: readonly Reported[],
  known: readonly Strike[],
  stepMs: number,
): Reported[] {
  const left = [...known].sort((a, b) => a.atMs - b.atMs);
  return reported.filter((strike) => {
    const at = left.findIndex(
      (other) => Math.abs(other.atMs - strike.atMs) <= stepMs && distanceKm(other, strike) <= SAME_KM,
    );
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
