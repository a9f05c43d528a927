import { type BBox, bboxWithin } from '#shared/geo/BBox.ts';
import { HOME_REGION } from '#shared/geo/regions.ts';
import { clippedSpans, fewerSpans, mergedSpans, type Span } from '#shared/time/spans.ts';
import type { HomeRecord } from '#worker/archive/HomeRecord.ts';
import type { FactLedger } from '#worker/feed/ledger/FactLedger.ts';
import type { FeedLedger } from '#worker/feed/ledger/FeedLedger.ts';
import { REPAIR_LIMIT_MS } from '#worker/feed/plan/planPoll.ts';

/** Spans that are remembered: of more, the oldest are joined. */
export const MAX_LOST = 64;
const FOREVER = Number.MAX_SAFE_INTEGER;

/** Adds spans of home that were not read and will not be. */
export function addLost(facts: FactLedger, spans: readonly Span[]): void {
  if (spans.length > 0)
    facts.write('lost', fewerSpans(mergedSpans([...(facts.read('lost') ?? []), ...spans]), MAX_LOST));
}

/** Forgets spans before `keptSinceMs`, of which no strikes are kept. */
export function forgetLost(facts: FactLedger, keptSinceMs: number): void {
  const lost = facts.read('lost') ?? [];
  const kept = lost.filter(([, toMs]) => toMs > keptSinceMs);
  if (kept.length < lost.length) facts.write('lost', kept);
  const silent = facts.read('silent');
  const stillKept = silent.filter(([, toMs]) => toMs > keptSinceMs);
  if (stillKept.length < silent.length) facts.write('silent', stillKept);
}

/**
 * A poll of home reads, or owes, from `oldestMs` on: what lies between the mark and there is lost. Without a mark
 * everything before that is, unless another record knows better.
 */
export function noteLost(facts: FactLedger, markMs: number | undefined, oldestMs: number): void {
  if (markMs === undefined) facts.write('lost', clippedSpans(facts.read('lost') ?? [[0, FOREVER]], 0, oldestMs));
  else if (markMs < oldestMs) addLost(facts, [[markMs, oldestMs]]);
}

/** What a Feed that forgot everything knows from the archive's record. */
export function lostByRecord({ completeToMs, unread }: HomeRecord): Span[] {
  return mergedSpans([...unread, [completeToMs ?? 0, FOREVER]]);
}

/**
 * Begins the record where there is none. An earlier release kept none: of what is older than it would have repaired,
 * nothing counts as read. A home that has grown beyond what was read is read anew.
 */
export function beginRecord({ facts, windows }: FeedLedger, home: BBox): void {
  const markMs = windows.coveredToMs(HOME_REGION);
  if (facts.read('lost') === undefined && markMs !== undefined) facts.write('lost', [[0, markMs - REPAIR_LIMIT_MS]]);
  const before = facts.read('homeBox');
  if (before && !bboxWithin(home, before)) {
    windows.forget(HOME_REGION);
    facts.write('lost', [[0, FOREVER]]);
    facts.write('silent', []);
  }
  facts.write('homeBox', home);
}
