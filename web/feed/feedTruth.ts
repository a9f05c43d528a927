import { FEED_DOWN_AFTER_MS, FEED_LIVE_WITHIN_MS, STREAM_SILENCE_MS } from '#shared/limits.ts';
import type { FeedView } from './FeedView.ts';

/** A page that has heard nothing counts as connecting for this long. */
const MAX_CONNECTING_MS = 10_000;

export type TruthFacts = Pick<
  FeedView,
  'phase' | 'startedAtMs' | 'heardAtMs' | 'clockOffsetMs' | 'feed' | 'slicesOnly' | 'complete'
>;

/**
 * What can be said about the sky over this view.
 * - `connecting`: nothing is known yet.
 * - `live`: strikes arrive as they happen; `quiet`: also live, the whole window is held and contains none.
 * - `delayed`: what is shown is somewhat behind; `slicesOnly` if only because the server has no place for a stream.
 * - `down`: what is shown was last known at `sinceMs` on the server's clock.
 */
export type FeedTruth =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' | 'quiet'; readonly checkedMs: number }
  | { readonly kind: 'delayed'; readonly checkedMs: number; readonly slicesOnly: boolean }
  | { readonly kind: 'down'; readonly sinceMs: number; readonly cause: 'connection' | 'feed' };

/** `nowMs` is the server's time; `inView` is the number of strikes held for the view and window. */
export function feedTruth(facts: TruthFacts, inView: number, nowMs: number): FeedTruth {
  const { feed, phase, clockOffsetMs } = facts;
  const startedMs = facts.startedAtMs + clockOffsetMs;
  if (facts.heardAtMs === null || feed === null) {
    return nowMs - startedMs < MAX_CONNECTING_MS
      ? { kind: 'connecting' }
      : { kind: 'down', sinceMs: startedMs, cause: 'connection' };
  }
  const heardMs = facts.heardAtMs + clockOffsetMs;
  const silentMs = nowMs - heardMs;
  if (phase === 'suspended' || silentMs > FEED_DOWN_AFTER_MS) {
    return { kind: 'down', sinceMs: heardMs, cause: 'connection' };
  }
  const checkedMs = feed.lastSuccessMs;
  const uncheckedMs = checkedMs === null ? Number.POSITIVE_INFINITY : nowMs - checkedMs;
  if (checkedMs === null || feed.state === 'down' || uncheckedMs > FEED_DOWN_AFTER_MS) {
    return { kind: 'down', sinceMs: checkedMs ?? startedMs, cause: 'feed' };
  }
  if (silentMs > STREAM_SILENCE_MS || feed.state === 'delayed' || uncheckedMs > FEED_LIVE_WITHIN_MS) {
    return { kind: 'delayed', checkedMs, slicesOnly: false };
  }
  if (facts.slicesOnly) return { kind: 'delayed', checkedMs, slicesOnly: true };
  return { kind: facts.complete && inView === 0 ? 'quiet' : 'live', checkedMs };
}
