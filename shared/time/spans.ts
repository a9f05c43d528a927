/** From inclusive, to exclusive, in milliseconds since the Unix epoch. */
export type Span = readonly [fromMs: number, toMs: number];

/** The same time in as few spans as possible, oldest first. Drops empty and reversed spans. */
export function mergedSpans(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = [];
  for (const [fromMs, toMs] of spans.filter(([from, to]) => from < to).sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && fromMs <= last[1]) last[1] = Math.max(last[1], toMs);
    else merged.push([fromMs, toMs]);
  }
  return merged;
}

export function clippedSpans(spans: readonly Span[], fromMs: number, toMs: number): Span[] {
  return spans
    .map(([from, to]): Span => [Math.max(from, fromMs), Math.min(to, toMs)])
    .filter(([from, to]) => from < to);
}

/** At most `maxSpans` spans that hold all of `merged`: the oldest are joined, with what lies between them. */
export function fewerSpans(merged: readonly Span[], maxSpans: number): Span[] {
  const joined = merged.length - maxSpans;
  const [first] = merged;
  const last = merged[joined];
  if (joined <= 0 || !first || !last) return [...merged];
  return [[first[0], last[1]], ...merged.slice(joined + 1)];
}

/** The time of `spans` that lies in none of `others`: merged, oldest first. */
export function spansWithout(spans: readonly Span[], others: readonly Span[]): Span[] {
  return mergedSpans(others).reduce(
    (left, [fromMs, toMs]) => [
      ...clippedSpans(left, Number.NEGATIVE_INFINITY, fromMs),
      ...clippedSpans(left, toMs, Number.POSITIVE_INFINITY),
    ],
    mergedSpans(spans),
  );
}

/** The spans must not overlap. */
export function lengthMs(spans: readonly Span[]): number {
  return spans.reduce((sum, [fromMs, toMs]) => sum + toMs - fromMs, 0);
}
