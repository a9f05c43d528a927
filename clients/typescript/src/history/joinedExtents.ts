import { mergedSpans } from '../../../../shared/time/spans.ts';
import type { Extent, Span } from '../answers/apiTypes.ts';

/** What both of two pages of one question call read: pages are asked for one after another, and may know more or less. */
export function joinedExtents(a: Extent, b: Extent): Extent {
  const completeToMs =
    a.completeToMs === null || b.completeToMs === null ? null : Math.min(a.completeToMs, b.completeToMs);
  return {
    completeToMs,
    unread: merged([...a.unread, ...b.unread]),
    outsideHome: a.outsideHome || b.outsideHome,
  };
}

const merged = (spans: readonly Span[]): readonly Span[] =>
  mergedSpans(spans.map(({ fromMs, toMs }) => [fromMs, toMs])).map(([fromMs, toMs]) => ({ fromMs, toMs }));
