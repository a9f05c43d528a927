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

function merged(spans: readonly Span[]): readonly Span[] {
  const inOrder = [...spans].sort((one, other) => one.fromMs - other.fromMs);
  const joined: Span[] = [];
  for (const span of inOrder) {
    const last = joined.at(-1);
    if (last && span.fromMs <= last.toMs) joined[joined.length - 1] = { ...last, toMs: Math.max(last.toMs, span.toMs) };
    else joined.push(span);
  }
  return joined;
}
