import { unreadNews } from '#shared/wire/feedStateAt.ts';
import type { FeedLedger } from '#worker/feed/ledger/FeedLedger.ts';
import { homeUnread } from './homeCoverage.ts';

/** Notices what viewers should hear of home at once, though neither a strike nor the circuit tells them. */
export class HomeNews {
  private readonly ledger: FeedLedger;
  private told: string | undefined;

  constructor(ledger: FeedLedger) {
    this.ledger = ledger;
  }

  /** Whether home has become late or timely, or what was not read of it has changed, since the last call. */
  hasChanged(nowMs: number): boolean {
    const lateMs = this.lateAtMs();
    const news = `${lateMs !== undefined && lateMs <= nowMs} ${unreadNews(homeUnread(this.ledger, nowMs))}`;
    const changed = this.told !== undefined && news !== this.told;
    this.told = news;
    return changed;
  }

  /** When to look again, though nothing happens until then: Infinity if home is late already. */
  nextLookMs(nowMs: number): number {
    const lateMs = this.lateAtMs();
    return lateMs !== undefined && lateMs > nowMs ? lateMs : Number.POSITIVE_INFINITY;
  }

  private lateAtMs(): number | undefined {
    const lastSuccessMs = this.ledger.facts.read('lastSuccessMs');
    return lastSuccessMs === null ? undefined : lastSuccessMs + this.ledger.facts.read('liveWithinMs') + 1;
  }
}
