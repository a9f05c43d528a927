import { mergedSpans, type Span } from '#shared/time/spans.ts';
import type { Gap } from '#shared/watch/Pulse.ts';

/** The same boxes in as few gaps as possible: those of one box that touch in time are one. Newest first. */
export function mergedGaps(gaps: readonly Gap[]): Gap[] {
  const spansOf = new Map<string, { readonly box: Gap; readonly spans: Span[] }>();
  for (const gap of gaps) {
    const [west, south, east, north, fromMs, toMs] = gap;
    const key = `${west},${south},${east},${north}`;
    const known = spansOf.get(key);
    if (known) known.spans.push([fromMs, toMs]);
    else spansOf.set(key, { box: gap, spans: [[fromMs, toMs]] });
  }
  return [...spansOf.values()]
    .flatMap(({ box: [west, south, east, north], spans }) =>
      mergedSpans(spans).map(([fromMs, toMs]): Gap => [west, south, east, north, fromMs, toMs]),
    )
    .sort((one, other) => other[5] - one[5]);
}
