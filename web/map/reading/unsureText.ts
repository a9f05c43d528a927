import type { FeedTruth } from '#web/feed/feedTruth.ts';
import type { Texts } from '#web/i18n/index.ts';

export interface UnsureFacts {
  readonly truth: FeedTruth;
  /** Whether all strikes of the window are held. */
  readonly complete: boolean;
  /** Whether the view is wider than can be held. */
  readonly tooWide: boolean;
}

/** Why a list without strikes is no empty sky; undefined where it is one. */
export function unsureText({ truth, complete, tooWide }: UnsureFacts, LL: Texts): string | undefined {
  if (truth.kind === 'down') return LL.map.summary.unknown();
  if (complete) return undefined;
  return tooWide ? LL.map.truth.tooWide() : LL.map.truth.filling();
}
