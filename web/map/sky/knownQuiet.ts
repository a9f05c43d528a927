import type { FeedTruth } from '#web/feed/feedTruth.ts';

/** Whether it is known that nothing struck: the feed is live, all is held, and every bar of the window is a count. */
export function knownQuiet(truth: FeedTruth, total: number, unknown: readonly boolean[]): boolean {
  return truth.kind === 'live' && truth.whole && total === 0 && !unknown.includes(true);
}
