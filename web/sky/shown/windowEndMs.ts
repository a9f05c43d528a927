import type { FeedTruth } from '#web/sky/feed/feedTruth.ts';

/**
 * Where the window ends: now, or the last instant that is known of while the feed is down. A dead feed's picture then
 * stands still; a window that moved on would empty itself and look like a quiet sky.
 */
export function windowEndMs(truth: FeedTruth, nowMs: number): number {
  return truth.kind === 'down' && truth.sinceMs !== null ? Math.min(nowMs, truth.sinceMs) : nowMs;
}
