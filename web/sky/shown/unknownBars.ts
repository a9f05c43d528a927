import type { FeedTruth } from '#web/sky/feed/feedTruth.ts';
import type { WindowCounts } from '#web/sky/strikes/windowCounts.ts';

/** A time span `[fromMs, toMs)` on the server's clock. */
export type Span = readonly [fromMs: number, toMs: number];

export interface UnknownFacts {
  readonly truth: FeedTruth;
  /** Whether every strike of the window is held. */
  readonly complete: boolean;
  /** What the provider has not been read for. */
  readonly unread: readonly Span[];
}

/**
 * Which bars must not be taken for a count: what lies after the last answer of a feed that is behind, what was never read,
 * and, while strikes of the window are missing, every bar without any.
 */
export function unknownBars(
  { barsFromMs, barMs, bars }: Pick<WindowCounts, 'barsFromMs' | 'barMs' | 'bars'>,
  { truth, complete, unread }: UnknownFacts,
): readonly boolean[] {
  const spans: readonly Span[] =
    truth.kind === 'delayed' && !truth.slicesOnly ? [...unread, [truth.checkedMs, Number.POSITIVE_INFINITY]] : unread;
  return bars.map((count, bar) => {
    const fromMs = barsFromMs + bar * barMs;
    if (count === 0 && !complete) return true;
    return spans.some(([spanFromMs, spanToMs]) => spanFromMs < fromMs + barMs && spanToMs > fromMs);
  });
}
