import { FEED_DOWN_AFTER_MS, FEED_LIVE_WITHIN_MS, STREAM_SILENCE_MS } from '#shared/limits.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import type { ConnectionState } from './connectionMachine.ts';

/** Before this nobody can say more than that the page is connecting. */
const CONNECTING_FOR_MS = 10_000;

export interface TruthFacts {
  readonly phase: ConnectionState['phase'];
  readonly startedAtMs: number;
  readonly heardAtMs: number | null;
  readonly clockOffsetMs: number;
  readonly feed: FeedState | null;
  readonly complete: boolean;
}

/**
 * What the sky over this view may be said to be.
 * - `connecting`: nothing is known yet.
 * - `live`: strikes are told as they come; `quiet`: likewise, all of the window is held, and it holds none.
 * - `delayed`: what is shown is somewhat behind.
 * - `down`: what is shown is the last that was known, at `sinceMs` on the server's clock.
 */
export type FeedTruth =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' | 'quiet' | 'delayed'; readonly checkedMs: number }
  | { readonly kind: 'down'; readonly sinceMs: number; readonly cause: 'connection' | 'feed' };

/** `nowMs` is this device's time; `inView` the strikes held for the view and window. */
export function feedTruth(facts: TruthFacts, inView: number, nowMs: number): FeedTruth {
  const { heardAtMs, feed, phase, clockOffsetMs } = facts;
  if (heardAtMs === null || feed === null) {
    const sinceMs = facts.startedAtMs;
    return nowMs - sinceMs < CONNECTING_FOR_MS
      ? { kind: 'connecting' }
      : { kind: 'down', sinceMs: sinceMs + clockOffsetMs, cause: 'connection' };
  }
  const silentMs = nowMs - heardAtMs;
  if (phase === 'suspended' || silentMs > FEED_DOWN_AFTER_MS) {
    return { kind: 'down', sinceMs: heardAtMs + clockOffsetMs, cause: 'connection' };
  }
  const checkedMs = feed.lastSuccessMs;
  const uncheckedMs = checkedMs === null ? Number.POSITIVE_INFINITY : nowMs + clockOffsetMs - checkedMs;
  if (checkedMs === null || feed.state === 'down' || uncheckedMs > FEED_DOWN_AFTER_MS) {
    return { kind: 'down', sinceMs: checkedMs ?? facts.startedAtMs + clockOffsetMs, cause: 'feed' };
  }
  if (silentMs > STREAM_SILENCE_MS || feed.state === 'delayed' || uncheckedMs > FEED_LIVE_WITHIN_MS) {
    return { kind: 'delayed', checkedMs };
  }
  return { kind: facts.complete && inView === 0 ? 'quiet' : 'live', checkedMs };
}
