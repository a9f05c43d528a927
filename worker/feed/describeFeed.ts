import { medianOf } from '#shared/medianOf.ts';
import type { FeedFacts } from '#shared/wire/feedStateAt.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';
import { CLOSED_BREAKER } from './pace/breaker.ts';
import { HOME_REGION } from './plan/planRegions.ts';

const DELAY_SAMPLES = 200;
/** A gap is worth a word once it stayed open this long, and while it touches what people are looking at. */
const GAP_PATIENCE_MS = 30_000;
const GAP_RECENT_MS = 10 * 60_000;

/** What everybody may know about the Feed, as of `nowMs`. */
export function describeFeed(ledger: FeedLedger, nowMs: number): FeedFacts {
  const breaker = ledger.facts.read('breaker') ?? CLOSED_BREAKER;
  const recentGap = ledger.windows.hasRecentGap(HOME_REGION, nowMs - GAP_RECENT_MS, nowMs - GAP_PATIENCE_MS);
  return {
    lastSuccessMs: ledger.facts.read('lastSuccessMs') ?? null,
    newestStrikeMs: ledger.strikes.newestAtMs(),
    typicalDelayMs: medianOf(ledger.strikes.recentDelaysMs(DELAY_SAMPLES)),
    behind: recentGap || breaker.state !== 'closed',
  };
}
