import { FEED_DOWN_AFTER_MS, FEED_LIVE_WITHIN_MS } from '../limits.ts';
import type { FeedCause, FeedState } from './FeedEvent.ts';

/** What the Feed tells its relays; they derive the state from it. */
export interface FeedFacts {
  readonly lastSuccessMs: number | null;
  readonly newestStrikeMs: number | null;
  readonly typicalDelayMs: number | null;
  /** Why the Feed knows that home is behind; null if it does not know of anything. */
  readonly cause: FeedCause | null;
}

/**
 * The state of the feed at `nowMs`. It follows from how long ago the provider answered, so a dead Feed shows as `down`
 * without having to report anything.
 */
export function feedStateAt(facts: FeedFacts, nowMs: number): FeedState {
  const { lastSuccessMs, newestStrikeMs, typicalDelayMs, cause } = facts;
  const sinceMs = lastSuccessMs === null ? Number.POSITIVE_INFINITY : nowMs - lastSuccessMs;
  const known = { lastSuccessMs, newestStrikeMs, typicalDelayMs };
  if (cause === null && sinceMs <= FEED_LIVE_WITHIN_MS) return { state: 'live', ...known };
  return { state: sinceMs > FEED_DOWN_AFTER_MS ? 'down' : 'delayed', ...known, cause: cause ?? 'provider' };
}
