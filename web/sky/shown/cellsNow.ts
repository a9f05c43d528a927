import { type CellsEvent, NOWCAST_HOLDS_MS } from '#shared/wire/cellsEvent.ts';
import type { FeedTruth } from '#web/sky/feed/feedTruth.ts';

/**
 * What may be said of storm cells. `none`: nothing was told, or nobody looks at now. `late`: what was told is too old, or
 * the feed does not follow what happens; a view beside home has no stream that would tell. `told`: as of `event.atMs`.
 */
export type CellsNow =
  | { readonly kind: 'none' }
  | { readonly kind: 'late' }
  | { readonly kind: 'told'; readonly event: CellsEvent };

/** `presentMs` is the server's time; `atHome`: whether the view touches home. */
export function cellsNow(event: CellsEvent | null, truth: FeedTruth, presentMs: number, atHome: boolean): CellsNow {
  if (!event || truth.kind === 'past' || truth.kind === 'outside' || truth.kind === 'connecting')
    return { kind: 'none' };
  const late = truth.kind === 'down' || presentMs - event.atMs >= NOWCAST_HOLDS_MS;
  if (late) return { kind: atHome ? 'late' : 'none' };
  return { kind: 'told', event };
}
