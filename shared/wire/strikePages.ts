import type { Strike } from '../strike.ts';
import { mergedSpans, type Span } from '../time/spans.ts';

/** What `/strikes` answers with. */
export interface StrikesAnswer {
  readonly strikes: readonly { id: string; latitude: number; longitude: number; timestamp: string }[];
  readonly completeTo: string | null;
  readonly unread: readonly { from: string; to: string }[];
  readonly outsideHome?: true | undefined;
  readonly next?: string | undefined;
}

/** What was read of a question. */
export interface ReadExtent {
  /** Up to here all was read but for `unread`; null if nothing is known to have been read. */
  readonly completeToMs: number | null;
  readonly unread: readonly Span[];
  /** Whether the box reaches beyond what is always read: all of the question counts as unread then. */
  readonly outsideHome: boolean;
}

/** The strikes of a page, which may be empty and not the last. */
export function strikesOf({ strikes }: StrikesAnswer): Strike[] {
  return strikes.map(({ timestamp, ...strike }) => ({ ...strike, atMs: Date.parse(timestamp) }));
}

/** What a page says was read; with that of the pages before it, what all of them call read: they may know more or less. */
export function extentOf({ completeTo, unread, outsideHome }: StrikesAnswer, before?: ReadExtent): ReadExtent {
  const completeMs = completeTo === null ? null : Date.parse(completeTo);
  const earlierMs = before ? before.completeToMs : Number.POSITIVE_INFINITY;
  return {
    completeToMs: completeMs === null || earlierMs === null ? null : Math.min(completeMs, earlierMs),
    unread: mergedSpans([
      ...(before?.unread ?? []),
      ...unread.map(({ from, to }): Span => [Date.parse(from), Date.parse(to)]),
    ]),
    outsideHome: outsideHome === true || before?.outsideHome === true,
  };
}
