import type { FeedTruth } from '#web/feed/feedTruth.ts';
import type { Texts } from '#web/i18n/index.ts';

export interface UnsureFacts {
  readonly truth: FeedTruth;
  /** Whether all strikes of the window are held. */
  readonly complete: boolean;
  /** Whether the view is wider than can be held. */
  readonly tooWide: boolean;
}

/** What a reader must know while not all strikes of the view are held; undefined once they are. */
export function fillingText({ complete, tooWide }: Omit<UnsureFacts, 'truth'>, LL: Texts): string | undefined {
  if (complete) return undefined;
  return tooWide ? LL.map.truth.tooWide() : LL.map.truth.filling();
}

/** Why a list without strikes is no empty sky; undefined where it is one. */
export function unsureText(facts: UnsureFacts, LL: Texts): string | undefined {
  return facts.truth.kind === 'down' ? LL.map.summary.unknown() : fillingText(facts, LL);
}
