import type { BBox } from '#shared/geo/BBox.ts';
import { LATENESS_BOUNDS_MS } from '#shared/limits.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { Source } from '#shared/wire/FeedEvent.ts';
import { feedStateAt } from '#shared/wire/feedStateAt.ts';
import type { FeedStatus } from '#shared/wire/Status.ts';
import { describeFeed } from './describeFeed.ts';
import { histogram } from './histogram.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';

const LATENESS_SAMPLES = 1_000;

/** The Feed's part of `GET /api/v1/status` as of `nowMs`. */
export function feedStatus(
  ledger: FeedLedger,
  deployment: { readonly source: Source; readonly build: string },
  home: BBox,
  callsPerMinute: number,
  nowMs: number,
): FeedStatus {
  const { facts, leases, strikes, windows } = ledger;
  const current = leases.current(nowMs);
  const state = feedStateAt(describeFeed(ledger, nowMs), nowMs);
  const seq = strikes.seq;
  return {
    ok: state.state !== 'down',
    ...deployment,
    serverTimeMs: nowMs,
    feed: {
      ...state,
      breaker: facts.read('breaker').state,
      seq,
      gaps: windows.countGaps(),
      unarchived: seq - facts.read('archivedSeq'),
      lateness: histogram(strikes.recentDelaysMs(LATENESS_SAMPLES), LATENESS_BOUNDS_MS),
      skippedEvents: facts.read('skippedEvents'),
    },
    strikesLastHour:
      state.lastSuccessMs === null ? null : strikes.countWithin(home, { fromMs: nowMs - HOUR_MS, toMs: nowMs }),
    viewers: current.reduce((sum, lease) => sum + lease.viewers, 0),
    droppedReaders: facts.read('droppedReaders'),
    relays: current.length,
    upstream: { calls: facts.read('calls'), perMinute: callsPerMinute, failures: facts.read('failures') },
  };
}
