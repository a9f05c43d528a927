import { medianOf } from '#shared/medianOf.ts';
import type { FeedFacts } from '#shared/wire/feedStateAt.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';
import { HOME_REGION } from './plan/planRegions.ts';

const DELAY_SAMPLES = 200;
/** A gap makes the Feed `behind` once it is open this long and if it reaches into the last ten minutes. */
const GAP_PATIENCE_MS = 30_000;
const GAP_RECENT_MS = 10 * 60_000;

/** The Feed's public state as of `nowMs`. */
export function describeFeed(ledger: FeedLedger, nowMs: number): FeedFacts {
  const recentGap = ledger.windows.hasRecentGap(HOME_REGION, nowMs - GAP_RECENT_MS, nowMs - GAP_PATIENCE_MS);
  return {
    lastSuccessMs: ledger.facts.read('lastSuccessMs'),
    newestStrikeMs: ledger.strikes.newestAtMs(),
    typicalDelayMs: medianOf(ledger.strikes.recentDelaysMs(DELAY_SAMPLES)),
    behind: recentGap || ledger.facts.read('breaker').state !== 'closed',
  };
}
