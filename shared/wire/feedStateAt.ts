import { FEED_DOWN_AFTER_MS, FEED_LIVE_WITHIN_MS } from '../limits.ts';
import type { FeedState } from './FeedEvent.ts';

export interface FeedFacts {
  readonly lastSuccessMs: number | null;
  readonly newestStrikeMs: number | null;
  readonly typicalDelayMs: number | null;
  /** Whether the Feed itself knows that it is behind: a recent window of the home region is still unread. */
  readonly behind: boolean;
}

/**
 * The state of the feed at `nowMs`. It follows from how long ago the provider answered, so that a Feed that died says
 * so by its age alone: nobody needs to be alive to report the death.
 */
export function feedStateAt(facts: FeedFacts, nowMs: number): FeedState {
  const { lastSuccessMs, newestStrikeMs, typicalDelayMs, behind } = facts;
  const sinceMs = lastSuccessMs === null ? Number.POSITIVE_INFINITY : nowMs - lastSuccessMs;
  const state = sinceMs > FEED_DOWN_AFTER_MS ? 'down' : behind || sinceMs > FEED_LIVE_WITHIN_MS ? 'delayed' : 'live';
  return { state, lastSuccessMs, newestStrikeMs, typicalDelayMs };
}
