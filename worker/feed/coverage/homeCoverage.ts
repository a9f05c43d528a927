import { HOME_REGION } from '#shared/geo/regions.ts';
import { DAY_MS, hourStartMs } from '#shared/time/hourKey.ts';
import { clippedSpans, fewerSpans, mergedSpans, type Span } from '#shared/time/spans.ts';
import type { FeedLedger } from '#worker/feed/ledger/FeedLedger.ts';

/** What is told of the last 24 h on streams. */
const MAX_SPANS = 8;
/** Polls leave the mark this far behind, at most, while nothing is amiss. */
const USUAL_LAG_MS = 60_000;

/** What was read of home. */
export interface Coverage {
  /** Up to this instant of the provider's time home was read, except for `unread`; null if it never was. */
  readonly completeToMs: number | null;
  /** Before `completeToMs`: merged, oldest first. */
  readonly unread: readonly Span[];
}

/** What the ledger knows of what was read of home. */
export function homeCoverage({ facts, windows }: FeedLedger): Coverage {
  const completeToMs = windows.coveredToMs(HOME_REGION) ?? null;
  if (completeToMs === null) return { completeToMs, unread: [] };
  const unreadableFromMs = facts.read('unreadableFromMs') ?? completeToMs;
  const unread: Span[] = [
    ...(facts.read('lost') ?? []),
    ...windows.gapSpans(HOME_REGION),
    [unreadableFromMs, completeToMs],
  ];
  return { completeToMs, unread: mergedSpans(clippedSpans(unread, 0, completeToMs)) };
}

/**
 * What was not read of home within the last 24 h, for those who watch it live: few spans, the oldest joined. With what a
 * poll has not read yet, though the provider answers again.
 */
export function homeUnread(ledger: FeedLedger, nowMs: number): Span[] {
  const { completeToMs, unread } = homeCoverage(ledger);
  const sinceMs = hourStartMs(nowMs - DAY_MS);
  const { facts } = ledger;
  const lastSuccessMs = facts.read('lastSuccessMs');
  if (completeToMs === null || lastSuccessMs === null) return [[sinceMs, nowMs]];
  const lagMs = lastSuccessMs - (facts.read('coveredAtMs') ?? Number.POSITIVE_INFINITY);
  const behind: Span[] = lagMs > USUAL_LAG_MS ? [[completeToMs, completeToMs + lagMs]] : [];
  const lately = [...unread, ...behind].filter(([, toMs]) => toMs > nowMs - DAY_MS);
  return fewerSpans(mergedSpans(clippedSpans(lately, sinceMs, Number.POSITIVE_INFINITY)), MAX_SPANS);
}
