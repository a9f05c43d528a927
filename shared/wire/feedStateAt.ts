import { FEED_DOWN_AFTER_MS, FEED_LIVE_WITHIN_MS } from '../limits.ts';
import type { FeedState } from './FeedEvent.ts';

/** What the Feed tells its relays; they derive the state from it. */
export interface FeedFacts {
  readonly lastSuccessMs: number | null;
  readonly newestStrikeMs: number | null;
  readonly typicalDelayMs: number | null;
  /** Whether the Feed knows that it is behind: a recent window of the home region is unread, or the circuit is open. */
  readonly behind: boolean;
}

/**
 * The state of the feed at `nowMs`. It follows from how long ago the provider answered, so a dead Feed shows as `down`
 * without having to report anything.
 */
export function feedStateAt(facts: FeedFacts, nowMs: number): FeedState {
  const { lastSuccessMs, newestStrikeMs, typicalDelayMs, behind } = facts;
  const sinceMs = lastSuccessMs === null ? Number.POSITIVE_INFINITY : nowMs - lastSuccessMs;
  const state = sinceMs > FEED_DOWN_AFTER_MS ? 'down' : behind || sinceMs > FEED_LIVE_WITHIN_MS ? 'delayed' : 'live';
  return { state, lastSuccessMs, newestStrikeMs, typicalDelayMs };
}
