import type { BBox } from '#shared/geo/BBox.ts';
import { FEED_DOWN_AFTER_MS, FEED_LIVE_WITHIN_MS, STREAM_SILENCE_MS } from '#shared/limits.ts';
import type { FeedCause, FeedState } from '#shared/wire/FeedEvent.ts';
import type { FeedView } from './FeedView.ts';
import { type Beyond, feedOfBox } from './feedOfBox.ts';

/** A page that has heard nothing counts as connecting for this long. */
const MAX_CONNECTING_MS = 10_000;

export type TruthFacts = Pick<
  FeedView,
  'phase' | 'startedAtMs' | 'heardAtMs' | 'clockOffsetMs' | 'feed' | 'areas' | 'slicesOnly' | 'complete'
> &
  Partial<Pick<FeedView, 'recalledToMs'>>;

/**
 * What can be said about the feed for this view. Of a view that touches home it is said of home; `beyond` is there
 * while the rest of the view is not read as it should be.
 * - `connecting`: nothing is known yet; `abroad` if only of this view, because it lies beside home and waits for its turn.
 * - `outside`: the view lies outside the area that is watched.
 * - `live`: strikes arrive as they happen. `whole`: every strike of the window is held, so that none means none.
 * - `delayed`: what is shown is somewhat behind; `slicesOnly` if only because the server has no place for a stream.
 * - `past`: one does not look at now, but at a window that ended before; `live` is what can be said of now,
 *   `byHour` whether counts by hour and tile are shown and not strikes.
 * - `down`: nothing is known since `sinceMs` on the server's clock, the last answer of the provider that we heard of.
 */
export type FeedTruth =
  | { readonly kind: 'connecting'; readonly place?: 'abroad' }
  | { readonly kind: 'outside' }
  | { readonly kind: 'past'; readonly whole: boolean; readonly live: PresentTruth; readonly byHour?: boolean }
  | { readonly kind: 'live'; readonly checkedMs: number; readonly whole: boolean; readonly beyond?: Beyond }
  | {
      readonly kind: 'delayed';
      readonly checkedMs: number;
      readonly slicesOnly: boolean;
      readonly cause?: FeedCause;
      readonly beyond?: Beyond;
    }
  | {
      readonly kind: 'down';
      /** Null if nothing was ever known. */
      readonly sinceMs: number | null;
      readonly cause: 'connection' | 'feed' | 'format' | 'abroad';
      /** Whether what is shown is what this device kept from an earlier visit. */
      readonly recalled?: true;
    };

/** What can be said of now. */
export type PresentTruth = Exclude<FeedTruth, { kind: 'past' }>;

/** `nowMs` is the server's time. */
export function feedTruth(facts: TruthFacts, box: BBox | undefined, nowMs: number): PresentTruth {
  const { feed, phase, clockOffsetMs } = facts;
  // However young it is: what was kept is never live.
  if (typeof facts.recalledToMs === 'number')
    return { kind: 'down', sinceMs: facts.recalledToMs, cause: 'connection', recalled: true };
  const startedMs = facts.startedAtMs + clockOffsetMs;
  if (facts.heardAtMs === null || feed === null) {
    return nowMs - startedMs < MAX_CONNECTING_MS
      ? { kind: 'connecting' }
      : { kind: 'down', sinceMs: null, cause: 'connection' };
  }
  const silentMs = nowMs - (facts.heardAtMs + clockOffsetMs);
  const of = feedOfBox(feed, facts.areas, box, nowMs);
  if (phase === 'suspended' || silentMs > FEED_DOWN_AFTER_MS) {
    return { kind: 'down', sinceMs: of.place === 'outside' ? null : of.feed.lastSuccessMs, cause: 'connection' };
  }
  switch (of.place) {
    case 'outside':
      return { kind: 'outside' };
    case 'abroad':
      return abroadTruth(of, facts, silentMs);
    case 'home':
      return homeTruth(of, facts, silentMs, nowMs);
  }
}

function homeTruth(
  { feed, beyond }: { readonly feed: FeedState; readonly beyond?: Beyond },
  { slicesOnly, complete }: Pick<TruthFacts, 'slicesOnly' | 'complete'>,
  silentMs: number,
  nowMs: number,
): PresentTruth {
  const checkedMs = feed.lastSuccessMs;
  const uncheckedMs = checkedMs === null ? Number.POSITIVE_INFINITY : nowMs - checkedMs;
  if (checkedMs === null || feed.state === 'down' || uncheckedMs > FEED_DOWN_AFTER_MS) {
    return { kind: 'down', sinceMs: checkedMs, cause: feed.cause === 'format' ? 'format' : 'feed' };
  }
  const rest = beyond ? { beyond } : {};
  if (silentMs > STREAM_SILENCE_MS || feed.state === 'delayed' || uncheckedMs > FEED_LIVE_WITHIN_MS) {
    return { kind: 'delayed', checkedMs, slicesOnly: false, ...(feed.cause ? { cause: feed.cause } : {}), ...rest };
  }
  if (slicesOnly) return { kind: 'delayed', checkedMs, slicesOnly: true, ...rest };
  return { kind: 'live', checkedMs, whole: complete && !beyond, ...rest };
}

/** Never whole: of a region that is polled while somebody watches, an hour back is known at best. */
function abroadTruth(
  { feed, asked }: { readonly feed: FeedState; readonly asked: boolean },
  { slicesOnly }: Pick<TruthFacts, 'slicesOnly'>,
  silentMs: number,
): PresentTruth {
  const checkedMs = feed.lastSuccessMs;
  if (checkedMs === null)
    return asked ? { kind: 'connecting', place: 'abroad' } : { kind: 'down', sinceMs: null, cause: 'abroad' };
  if (feed.state === 'down') return { kind: 'down', sinceMs: checkedMs, cause: 'abroad' };
  const late = silentMs > STREAM_SILENCE_MS || feed.state === 'delayed';
  if (late || slicesOnly) return { kind: 'delayed', checkedMs, slicesOnly: !late };
  return { kind: 'live', checkedMs, whole: false };
}
