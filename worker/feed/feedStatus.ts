import { HOME_REGION } from '#shared/geo/regions.ts';
import { LATENESS_BOUNDS_MS } from '#shared/limits.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { feedStateAt } from '#shared/wire/feedStateAt.ts';
import type { SourceStatus } from '#shared/wire/PrimarySource.ts';
import type { FeedStatus } from '#shared/wire/Status.ts';
import type { Config } from '#worker/settings/config.ts';
import { type ChosenSource, sourceStatus, toldPrimary } from '#worker/sources/chosenSources.ts';
import { describeFeed, isFormatDoubtful } from './describeFeed.ts';
import { homeCoverage } from './homeCoverage.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';
import type { Failover } from './plan/failover.ts';

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
  const owedSinceMs = windows.owedSinceMs(HOME_REGION);
  return {
    ok: state.state !== 'down',
    ...deployment,
    areas,
    ...toldPrimary(sources, nowMs),
    sources: statusOfSources(sources, facts.read('failover'), state, nowMs),
    serverTimeMs: nowMs,
    feed: {
      ...state,
      breaker: facts.read('breaker').state,
      seq,
      gaps: windows.countGaps(),
      ...readTimes(ledger),
      unarchived: seq - facts.read('archivedSeq'),
      lateness: histogram(strikes.recentDelaysMs(LATENESS_SAMPLES), LATENESS_BOUNDS_MS),
      skippedEvents: facts.read('skippedEvents'),
      misplacedEvents: facts.read('misplacedEvents'),
      formatBroken: isFormatDoubtful(ledger, nowMs),
      // Of a source that is late by nature, some files never come, and nobody can help it.
      debtMs:
        owedSinceMs === undefined || facts.read('reading').lateDownAfterMs !== null
          ? null
          : Math.max(0, nowMs - owedSinceMs),
      foreign: described.foreign,
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
  const { completeToMs, unread } = homeCoverage(ledger);
  return { completeToMs, wholeSinceMs: completeToMs === null ? null : (unread.at(-1)?.[1] ?? 0) };
}

/** The sources that may fill the map, as `/status` tells of them. Only of the one that does, the newest strike is told. */
function statusOfSources(
  sources: readonly ChosenSource[],
  failover: Failover,
  { state, newestStrikeMs }: Pick<FeedStatus['feed'], 'state' | 'newestStrikeMs'>,
  nowMs: number,
): SourceStatus[] {
  const hasBackup = sources.some(({ role }) => role === 'backup');
  const active = hasBackup ? failover.active : 'primary';
  return sources
    .filter(({ role }) => role !== 'witness')
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
export function histogram(values: readonly number[], bounds: readonly number[]): number[] {
  const counts = [...bounds, 0].map(() => 0);
  for (const value of values) {
    const at = bounds.findIndex((bound) => value <= bound);
    const place = at < 0 ? bounds.length : at;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}
