import type { Span } from '#shared/time/spans.ts';

/** What an answer's headers say was not read of a time that ends at `toMs`. Without the headers all of it. */
export function unreadSpans(headers: Headers, toMs: number): Span[] {
  const completeMs = Date.parse(headers.get('complete-to') ?? '');
  const listed = headers.get('unread');
  if (Number.isNaN(completeMs) || listed === null) return [[Number.NEGATIVE_INFINITY, toMs]];
  const unread = parseIntervals(listed);
  return completeMs < toMs ? [...unread, [completeMs, toMs]] : unread;
}

/** ISO 8601 intervals with commas between them, or `none`. */
export function parseIntervals(text: string): Span[] {
  if (text === 'none') return [];
  return text.split(', ').map((interval): Span => {
    const [from = Number.NaN, to = Number.NaN] = interval.split('/').map((instant) => Date.parse(instant));
    return [from, to];
  });
}
