import type { Areas } from '#shared/geo/BBox.ts';
import { HOME_REGION } from '#shared/geo/regions.ts';
import { LATENESS_BOUNDS_MS } from '#shared/limits.ts';
import { medianOf } from '#shared/numbers.ts';
import { fewerSpans, HOUR_MS } from '#shared/time.ts';
import type { FeedSnapshot, Gap } from '#shared/watch/Area.ts';
import type { FeedCause, SourceStatus } from '#shared/wire/FeedEvent.ts';
import { type FeedFacts, feedStateAt, type ReportedSnapshot } from '#shared/wire/feedStateAt.ts';
import type { FeedStatus } from '#shared/wire/Status.ts';
import type { HomeRecord } from '#worker/archive/HomeRecord.ts';
import type { Config } from '#worker/http/config.ts';
import { type ChosenSource, reportedPrimary, sourceStatus } from '#worker/sources/chosenSources.ts';
import { homeCoverage, homeGapSpans, MAX_LOST } from './homeCoverage.ts';
import { cellsOfLeases, type FeedLedger } from './ledger.ts';
import { type Failover, planRegions, providerNowAt } from './plan.ts';
import { mergedGaps } from './windowLedger.ts';

const DELAY_SAMPLES = 200;
/** A gap is the cause `gaps` of home once it is open this long, if it reaches into the last ten minutes. */
const GAP_GRACE_MS = 30_000;
const GAP_RECENT_MS = 10 * 60_000;
/** How long after an event outside its window the provider counts as answering wrongly. */
const OUT_OF_WINDOW_RECENT_MS = 10 * 60_000;
/** Files come every ten minutes: two in a row that can be read take the doubt away. */
const UNREADABLE_FILE_MS = 20 * 60_000;

export function describeFeed(ledger: FeedLedger, areas: Areas, nowMs: number): FeedFacts {
  const gaps = homeGapSpans(ledger, nowMs);
  const snapshot = reportedSnapshot(feedSnapshot(ledger, nowMs), nowMs);
  const { lateDownAfterMs } = ledger.facts.read('reading');
  return {
    lastSuccessMs: ledger.facts.read('lastSuccessMs'),
    newestStrikeMs: ledger.strikes.newestAtMs(nowMs),
    typicalDelayMs: medianOf(ledger.strikes.recentDelaysMs(DELAY_SAMPLES)),
    cause: causeOf(ledger, nowMs),
    onDemand: onDemandOf(ledger, areas, nowMs),
    ...(gaps.length > 0 ? { gaps } : {}),
    ...(snapshot ? { snapshot } : {}),
    ...(lateDownAfterMs === null ? {} : { lateDownAfterMs }),
  };
}

function reportedSnapshot(snapshot: FeedSnapshot | undefined, nowMs: number): ReportedSnapshot | undefined {
  if (!snapshot) return undefined;
  const { providerNowMs, ...rest } = snapshot;
  return { ...rest, providerOffsetMs: providerNowMs - nowMs };
}

export function homeRecord(ledger: FeedLedger, nowMs: number): HomeRecord {
  const lastSuccessMs = ledger.facts.read('lastSuccessMs');
  const { completeToMs, gaps } = homeCoverage(ledger);
  return { completeToMs, gaps: fewerSpans(gaps, MAX_LOST), lastSuccessMs, cause: causeOf(ledger, nowMs) };
}

/** Whether the provider recently sent unreadable events, or events outside the requested window. */
export function isFormatDoubtful({ facts }: FeedLedger, nowMs: number): boolean {
  const outOfWindowMs = facts.read('outOfWindowMs');
  if ((facts.read('unreadableFileMs') ?? 0) > nowMs - UNREADABLE_FILE_MS) return true;
  return (
    facts.read('unreadableFromMs') !== null ||
    (outOfWindowMs !== null && outOfWindowMs > nowMs - OUT_OF_WINDOW_RECENT_MS)
  );
}

function onDemandOf(ledger: FeedLedger, areas: Areas, nowMs: number): FeedFacts['onDemand'] {
  const { onDemand } = planRegions(areas, cellsOfLeases(ledger.leases.current(nowMs)));
  return Object.fromEntries(
    onDemand.map(({ key }) => {
      const { lastSuccessMs, restUntilMs } = ledger.onDemand.read(key);
      return [key, { lastSuccessMs, resting: restUntilMs > nowMs }];
    }),
  );
}

function causeOf(ledger: FeedLedger, nowMs: number): FeedCause | null {
  const { facts, windows } = ledger;
  const failing = facts.read('breaker').state !== 'closed';
  // Home's last answer did not fit the question.
  const astray = (facts.read('outOfWindowMs') ?? 0) > (facts.read('lastSuccessMs') ?? 0);
  if (facts.read('unreadableFromMs') !== null || astray) return 'format';
  if (failing) return isFormatDoubtful(ledger, nowMs) ? 'format' : 'provider';
  const lastSuccessMs = facts.read('lastSuccessMs');
  const isLate = facts.read('reading').lateDownAfterMs !== null;
  if (!isLate && lastSuccessMs !== null && nowMs - lastSuccessMs > facts.read('liveWithinMs')) return 'provider';
  return windows.hasRecentGap(HOME_REGION, nowMs - GAP_RECENT_MS, nowMs - GAP_GRACE_MS) ? 'gaps' : null;
}

/** The longest dwell and settle are 61 min; the rest is a margin for late listeners. */
const REPORTED_BACK_MS = 70 * 60_000;
const MAX_GAPS = 20;

/** The Feed's pulse of home; undefined if the ledger has no epoch yet. */
export function feedSnapshot(ledger: FeedLedger, nowMs: number): FeedSnapshot | undefined {
  const { facts, strikes } = ledger;
  const epoch = facts.read('epoch');
  if (epoch === undefined) return undefined;
  const watermarkMs = facts.read('watermarkMs');
  const providerNowMs = Math.round(providerNowAt(facts.read('providerClock'), nowMs).earliestMs);
  const gaps = watermarkMs === null ? [] : homeGaps(ledger, watermarkMs);
  return { epoch, seq: strikes.seq, watermarkMs, providerNowMs, ...gapsToReport(gaps, watermarkMs ?? 0) };
}

/** The newest 20 of merged gaps, given newest first, that reach into the 70 min before the watermark. */
export function gapsToReport(
  merged: readonly Gap[],
  watermarkMs: number,
): Pick<FeedSnapshot, 'gapBoxes' | 'gapBoxesTruncated'> {
  const lately = merged.filter(([, , , , , toMs]) => toMs > watermarkMs - REPORTED_BACK_MS);
  return { gapBoxes: lately.slice(0, MAX_GAPS), gapBoxesTruncated: lately.length > MAX_GAPS };
}

function homeGaps({ facts, windows }: FeedLedger, watermarkMs: number): Gap[] {
  const gaps = windows.gapBoxes(HOME_REGION);
  const home = facts.read('homeBox');
  if (!home) return [...gaps];
  const wholeHome = (fromMs: number, toMs: number): Gap => [home.west, home.south, home.east, home.north, fromMs, toMs];
  const markMs = windows.coveredToMs(HOME_REGION) ?? 0;
  const lost = (facts.read('lost') ?? []).map(([fromMs, toMs]) => wholeHome(fromMs, Math.min(toMs, watermarkMs)));
  const unreadableFromMs = facts.read('unreadableFromMs');
  return mergedGaps([
    ...gaps,
    ...lost,
    // A mark that ran back, with the provider's clock or because home has grown, is read up to again.
    wholeHome(markMs, watermarkMs),
    ...(unreadableFromMs === null ? [] : [wholeHome(unreadableFromMs, watermarkMs)]),
  ]);
}

const LATENESS_SAMPLES = 1_000;

export function feedStatus(
  ledger: FeedLedger,
  deployment: Pick<FeedStatus, 'source' | 'build' | 'slots' | 'backfill'>,
  { areas, sources }: Pick<Config, 'areas' | 'sources'>,
  callsPerMinute: number,
  nowMs: number,
): FeedStatus {
  const { facts, leases, strikes, windows } = ledger;
  const current = leases.current(nowMs);
  const described = describeFeed(ledger, areas, nowMs);
  const state = feedStateAt(described, nowMs);
  const seq = strikes.seq;
  const backlogSinceMs = windows.backlogSinceMs(HOME_REGION);
  return {
    ok: state.state !== 'down',
    ...deployment,
    areas,
    ...reportedPrimary(sources, nowMs),
    sources: statusOfSources(sources, facts.read('failover'), state, nowMs),
    serverTimeMs: nowMs,
    feed: {
      ...state,
      breaker: facts.read('breaker').state,
      seq,
      openGaps: windows.countGaps(),
      ...readTimes(ledger),
      unarchived: seq - facts.read('archivedSeq'),
      lateness: histogram(strikes.recentDelaysMs(LATENESS_SAMPLES), LATENESS_BOUNDS_MS),
      skippedEvents: facts.read('skippedEvents'),
      outOfWindowEvents: facts.read('outOfWindowEvents'),
      formatBroken: isFormatDoubtful(ledger, nowMs),
      // An inherently late source never publishes some files, and nothing can be done about it.
      backlogMs:
        backlogSinceMs === undefined || facts.read('reading').lateDownAfterMs !== null
          ? null
          : Math.max(0, nowMs - backlogSinceMs),
      onDemand: described.onDemand,
    },
    strikesLastHour:
      state.lastSuccessMs === null ? null : strikes.countWithin(areas.home, { fromMs: nowMs - HOUR_MS, toMs: nowMs }),
    viewers: current.reduce((sum, lease) => sum + lease.viewers, 0),
    droppedReaders: facts.read('droppedReaders'),
    relays: current.length,
    upstream: { calls: facts.read('calls'), perMinute: callsPerMinute, failures: facts.read('failures') },
  };
}

function readTimes(ledger: FeedLedger): { completeToMs: number | null; wholeSinceMs: number | null } {
  const { completeToMs, gaps } = homeCoverage(ledger);
  return { completeToMs, wholeSinceMs: completeToMs === null ? null : (gaps.at(-1)?.[1] ?? 0) };
}

/** The sources that may fill the map, for `/status`. Only the active one has its newest strike reported. */
function statusOfSources(
  sources: readonly ChosenSource[],
  failover: Failover,
  { state, newestStrikeMs }: Pick<FeedStatus['feed'], 'state' | 'newestStrikeMs'>,
  nowMs: number,
): SourceStatus[] {
  const hasBackup = sources.some(({ role }) => role === 'backup');
  const active = hasBackup ? failover.active : 'primary';
  return sources
    .filter(({ role }) => role !== 'cross-check')
    .map((source) => {
      if (source.role === active) return sourceStatus(source, { state, newestMs: newestStrikeMs }, nowMs);
      return sourceStatus(source, { state: idleState(failover, source.role), newestMs: null }, nowMs);
    });
}

/** A primary that answers again is `delayed` until it has done so for long enough. */
function idleState({ primaryGoodSinceMs, backupOkMs }: Failover, role: ChosenSource['role']): SourceStatus['state'] {
  if (role === 'backup') return backupOkMs === null ? 'down' : 'live';
  return primaryGoodSinceMs === null ? 'down' : 'delayed';
}

/** One count per bound (values at or below it and above the bound before), then the count above the last bound. */
function histogram(values: readonly number[], bounds: readonly number[]): number[] {
  const counts = [...bounds, 0].map(() => 0);
  for (const value of values) {
    const at = bounds.findIndex((bound) => value <= bound);
    const place = at < 0 ? bounds.length : at;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}
