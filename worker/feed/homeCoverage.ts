import { type BBox, bboxWithin } from '#shared/geo/BBox.ts';
import { HOME_REGION } from '#shared/geo/regions.ts';
import { clippedSpans, DAY_MS, fewerSpans, hourStartMs, mergedSpans, type Span } from '#shared/time.ts';
import { gapsKey } from '#shared/wire/feedStateAt.ts';
import type { HomeRecord } from '#worker/archive/HomeRecord.ts';
import type { FactLedger, FeedLedger } from './ledger.ts';
import { REPAIR_LIMIT_MS } from './plan.ts';

/** Gaps in streams, of the last 24 h. */
const MAX_SPANS = 8;
/** The mark's greatest lag in normal operation. */
const USUAL_LAG_MS = 60_000;

interface Coverage {
  /** Home was read up to this instant of the provider's time, except for `gaps`; null if it never was. */
  readonly completeToMs: number | null;
  /** Before `completeToMs`; merged, oldest first. */
  readonly gaps: readonly Span[];
}

export function homeCoverage({ facts, windows }: FeedLedger): Coverage {
  const coveredToMs = windows.coveredToMs(HOME_REGION);
  if (coveredToMs === undefined) return { completeToMs: null, gaps: [] };
  const completeToMs = coveredToMs - facts.read('reading').unreportedMs;
  const unreadableFromMs = facts.read('unreadableFromMs') ?? completeToMs;
  const gaps: Span[] = [
    ...(facts.read('lost') ?? []),
    ...windows.gapSpans(HOME_REGION),
    [unreadableFromMs, completeToMs],
  ];
  return { completeToMs, gaps: mergedSpans(clippedSpans(gaps, 0, completeToMs)) };
}

/**
 * What was not read of home within the last 24 h, for live viewers: few spans, the oldest joined. Includes what a poll
 * has yet to read, though the provider answers again.
 */
export function homeGapSpans(ledger: FeedLedger, nowMs: number): Span[] {
  const { completeToMs, gaps } = homeCoverage(ledger);
  const sinceMs = hourStartMs(nowMs - DAY_MS);
  const { facts } = ledger;
  const lastSuccessMs = facts.read('lastSuccessMs');
  if (completeToMs === null || lastSuccessMs === null) return [[sinceMs, nowMs]];
  const lagMs = lastSuccessMs - (facts.read('coveredAtMs') ?? Number.POSITIVE_INFINITY);
  const behind: Span[] = lagMs > USUAL_LAG_MS ? [[completeToMs, completeToMs + lagMs]] : [];
  const lately = [...gaps, ...behind].filter(([, toMs]) => toMs > nowMs - DAY_MS);
  return fewerSpans(mergedSpans(clippedSpans(lately, sinceMs, Number.POSITIVE_INFINITY)), MAX_SPANS);
}

/** Notices changes of home for viewers that neither a strike nor the circuit shows. */
export class HomeUpdate {
  private readonly ledger: FeedLedger;
  private reported: string | undefined;

  constructor(ledger: FeedLedger) {
    this.ledger = ledger;
  }

  hasChanged(nowMs: number): boolean {
    const lateMs = this.lateAtMs();
    const update = `${lateMs !== undefined && lateMs <= nowMs} ${gapsKey(homeGapSpans(this.ledger, nowMs))}`;
    const changed = this.reported !== undefined && update !== this.reported;
    this.reported = update;
    return changed;
  }

  /** When home may become late without an event; Infinity if it is late already. */
  nextLookMs(nowMs: number): number {
    const lateMs = this.lateAtMs();
    return lateMs !== undefined && lateMs > nowMs ? lateMs : Number.POSITIVE_INFINITY;
  }

  private lateAtMs(): number | undefined {
    const lastSuccessMs = this.ledger.facts.read('lastSuccessMs');
    return lastSuccessMs === null ? undefined : lastSuccessMs + this.ledger.facts.read('liveWithinMs') + 1;
  }
}

/** Spans that are remembered; of more, the oldest are joined. */
export const MAX_LOST = 64;
const FOREVER = Number.MAX_SAFE_INTEGER;

export function addLost(facts: FactLedger, spans: readonly Span[]): void {
  if (spans.length > 0)
    facts.write('lost', fewerSpans(mergedSpans([...(facts.read('lost') ?? []), ...spans]), MAX_LOST));
}

/** Forgets spans before `retainedSinceMs`, for which no strikes are stored. */
export function forgetLost(facts: FactLedger, retainedSinceMs: number): void {
  const lost = facts.read('lost') ?? [];
  const spans = lost.filter(([, toMs]) => toMs > retainedSinceMs);
  if (spans.length < lost.length) facts.write('lost', spans);
  const silent = facts.read('silent');
  const stillRetained = silent.filter(([, toMs]) => toMs > retainedSinceMs);
  if (stillRetained.length < silent.length) facts.write('silent', stillRetained);
}

/**
 * Notes as lost the time between the mark and `oldestMs`, from which a poll of home reads or owes. Without a mark all
 * earlier time is lost, unless another record is known.
 */
export function noteLost(facts: FactLedger, markMs: number | undefined, oldestMs: number): void {
  if (markMs === undefined) facts.write('lost', clippedSpans(facts.read('lost') ?? [[0, FOREVER]], 0, oldestMs));
  else if (markMs < oldestMs) addLost(facts, [[markMs, oldestMs]]);
}

export function lostByRecord({ completeToMs, gaps }: HomeRecord): Span[] {
  return mergedSpans([...gaps, [completeToMs ?? 0, FOREVER]]);
}

/**
 * Begins a missing record: time older than a repair would have reached does not count as read. A home that has grown
 * beyond what was read is read again.
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
