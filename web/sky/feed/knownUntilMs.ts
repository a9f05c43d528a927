import { FEED_DOWN_AFTER_MS } from '#shared/limits.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';

/**
 * The end of what is known of home: `nowMs`, the server's time, or the last answer of the provider once the feed is down.
 * Windows end there, and nothing is forgotten meanwhile, however long the outage lasts.
 */
export function knownUntilMs(feed: Pick<FeedState, 'lastSuccessMs'> | null, nowMs: number): number {
  const lastSuccessMs = feed?.lastSuccessMs ?? null;
  return lastSuccessMs === null || nowMs - lastSuccessMs <= FEED_DOWN_AFTER_MS ? nowMs : lastSuccessMs;
}
