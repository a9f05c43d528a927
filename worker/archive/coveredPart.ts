import { clippedSpans, type Span } from '#shared/time/spans.ts';
import type { ReadExtent } from './unreadOf.ts';

export interface CoveredPart {
  readonly fromMs: number;
  readonly toMs: number;
  /** What of it was not read. */
  readonly unread: readonly Span[];
}

/** The part of a span that was read, from its first reading to its last, and the holes within; empty if there is none. */
export function coveredPart({ completeToMs, unread }: ReadExtent, fromMs: number, toMs: number): CoveredPart {
  const endMs = Math.min(toMs, completeToMs ?? fromMs);
  const [first] = clippedSpans(unread, fromMs, Math.max(fromMs, endMs));
  const beginMs = first && first[0] <= fromMs ? first[1] : fromMs;
  if (beginMs >= endMs) return { fromMs: toMs, toMs, unread: [] };
  return { fromMs: beginMs, toMs: endMs, unread: clippedSpans(unread, beginMs, endMs) };
}
