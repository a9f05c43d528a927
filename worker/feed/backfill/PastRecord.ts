import { clippedSpans, mergedSpans, type Span, spansWithout } from '#shared/time/spans.ts';

/** What of home was not read and will not be by polls, and what of it was asked for since. */
export interface PastRecord {
  /** Not read, as far as we can tell: merged, oldest first. */
  readonly lost: readonly Span[];
  /**
   * Parts of `lost` that the provider was asked for and told no strike of, or of anything older. A quiet sky looks like that,
   * and so does a provider that has forgotten.
   */
  readonly silent: readonly Span[];
}

/** What may still be read back of the time between `fromMs` and `toMs`, oldest first. */
export function spansToRead({ lost, silent }: PastRecord, fromMs: number, toMs: number): Span[] {
  return clippedSpans(spansWithout(lost, silent), fromMs, toMs);
}

/**
 * After all of `slice` was asked for. `oldestMs`: the oldest strike that was told of it; undefined if there was none. From
 * there on the provider remembers, so that what it was silent on was quiet.
 */
export function afterSlice({ lost, silent }: PastRecord, slice: Span, oldestMs: number | undefined): PastRecord {
  const asked = mergedSpans([...silent, slice]);
  if (oldestMs === undefined) return { lost, silent: asked };
  const read = clippedSpans(asked, oldestMs, Number.MAX_SAFE_INTEGER);
  return { lost: spansWithout(lost, read), silent: spansWithout(asked, read) };
}
