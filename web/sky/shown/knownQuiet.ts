import type { FeedTruth } from '#web/sky/feed/feedTruth.ts';

/** Whether it is known that nothing struck: the feed is live, or the past was read, all is held, and every bar of the window is a count. */
export function knownQuiet(truth: FeedTruth, total: number, unknown: readonly boolean[]): boolean {
  return 'whole' in truth && truth.whole && total === 0 && !unknown.includes(true);
}
