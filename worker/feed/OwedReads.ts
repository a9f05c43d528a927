import type { BBox } from '#shared/geo/BBox.ts';
import { HOME_REGION } from '#shared/geo/regions.ts';
import { HOUR_MS, hourStartMs, MINUTE_MS } from '#shared/time/hourKey.ts';
import { LATE_SWEEP_MS, LONGEST_OVERLAP_MS } from '#worker/sources/port/SourceTraits.ts';
import type { StrikeWindow } from '#worker/sources/port/StrikeSource.ts';
import { addLost } from './homeCoverage.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';
import type { OwedWindow } from './ledger/WindowLedger.ts';
import { REPAIR_LIMIT_MS } from './plan/planPoll.ts';
import { type TimeSpan, targetStrikes } from './plan/planWindows.ts';
import { owedRead, type Read } from './Read.ts';
import type { Settled } from './Settled.ts';

/** Picks which owed window to read next, a slice at a time, newest first. A window stays owed until it is read. */
export class OwedReads {
  private readonly ledger: FeedLedger;
  private readonly target: number;
  private sliceMs = FIRST_SLICE_MS;
  /** Ids of windows that one answer could not hold together, which joining would only split again. */
  private readonly parts = new Set<number>();

  constructor(ledger: FeedLedger, maxRows: number) {
    this.ledger = ledger;
    this.target = targetStrikes(maxRows);
  }

  /** Records sweeps that have fallen due, on the provider's clock, as owed; drops windows too old to repair. */
  schedule(home: BBox, nowMs: number, providerNowMs: number): void {
    const { facts, windows } = this.ledger;
    const before = facts.read('sweptMs');
    const sweptMs = before ?? providerNowMs;
    const watch = watchSweepDue(sweptMs, providerNowMs);
    // Every other sweep is due at a full minute too.
    if (before !== undefined && !watch) return;
    const sweeps = sweepsDue(sweptMs, providerNowMs, facts.read('reading').untoldMs);
    const watched = watch && sweeps.length === 0 && this.isWatched(home, providerNowMs);
    this.ledger.transaction(() => {
      for (const span of watched ? [watch] : sweeps) windows.owe({ bbox: home, ...span }, HOME_REGION, 'sweep', nowMs);
      const oldestMs = providerNowMs - REPAIR_LIMIT_MS;
      // Strikes an hour older are not numbered, so a long window must not reach back there.
      addLost(facts, windows.giveUpBefore(oldestMs, oldestMs - 30 * MINUTE_MS, HOME_REGION));
      facts.write('sweptMs', providerNowMs);
    });
  }

  /**
   * Whether home is swept each minute: after a strike, while nothing else of home is owed. The next minute reads what
   * one leaves out, so these sweeps neither pile up nor come before a gap.
   */
  private isWatched(home: BBox, providerNowMs: number): boolean {
    const { windows, strikes } = this.ledger;
    const lately = { fromMs: providerNowMs - WATCH_AFTER_STRIKE_MS, toMs: providerNowMs };
    return windows.owedSinceMs(HOME_REGION) === undefined && strikes.nthNewestAtMs(home, lately, 1) !== undefined;
  }

  /** The next window owed by `regions`, small enough for one answer; undefined if there is none now. */
  nextRead(regions: readonly string[], nowMs: number, underWay: readonly number[]): Read | undefined {
    const { windows, strikes } = this.ledger;
    const next = windows.nextOwed(regions, nowMs, underWay);
    if (!next) return undefined;
    const apart = [...underWay, ...this.parts];
    const owed = this.parts.has(next.id) ? next : this.ledger.transaction(() => windows.joined(next, nowMs, apart));
    const slice = carveOwed(owed, this.sliceMs);
    const fullAtMs = strikes.nthNewestAtMs(owed.bbox, slice, this.target);
    const fromMs = Math.max(slice.fromMs, Math.min(fullAtMs ?? slice.fromMs, slice.toMs - 1000));
    const window = { bbox: owed.bbox, fromMs, toMs: owed.toMs };
    const id = fromMs <= owed.fromMs ? owed.id : this.divide(owed, window, nowMs);
    return owedRead(owed, window, id);
  }

  answered(read: Read, { parts, rows, truncated }: Settled, nowMs: number): void {
    if (read.owedId === undefined) return;
    this.ledger.windows.clearOwed(read.owedId);
    this.parts.delete(read.owedId);
    for (const part of parts) this.parts.add(this.ledger.windows.owe(part, read.regionKey, read.reason, nowMs));
    const readMs = read.window.toMs - read.window.fromMs;
    if (truncated || readMs >= this.sliceMs) this.sliceMs = nextSliceMs(this.sliceMs, rows, truncated);
  }

  private divide(owed: OwedWindow, window: StrikeWindow, nowMs: number): number {
    return this.ledger.transaction(() => {
      this.ledger.windows.shortenOwed(owed.id, window.fromMs);
      return this.ledger.windows.owe(window, owed.region, owed.reason, nowMs);
    });
  }
}

const SWEEP_EVERY_MS = 5 * MINUTE_MS;
/** A strike told a quarter of an hour late still moves an all-clear, which comes half an hour after the last strike. */
const LATEST_SWEEP_BACK_MS = 4 * SWEEP_EVERY_MS;
/** An hour is read again this long after it closed. */
const CLOSING_LAG_MS = 10 * MINUTE_MS;
/** The minute's sweep ends here: every poll reads what is newer. */
const WATCH_FROM_MS = MINUTE_MS;
const WATCH_BACK_MS = 6 * MINUTE_MS;
/** After its newest strike somebody may wait this long for the all-clear: the usual dwell, and a margin. */
const WATCH_AFTER_STRIKE_MS = 35 * MINUTE_MS;

/**
 * The sweeps that became due since `lastMs`, the previous call: every five minutes, the stretch from ten to five
 * minutes before and that from twenty to fifteen; and each hour once, ten minutes after it closed. `untoldMs`: of a
 * source that is later than polls read again, also what it should have told all of since.
 */
export function sweepsDue(lastMs: number, nowMs: number, untoldMs = 0): TimeSpan[] {
  const sweeps: TimeSpan[] = [];
  const markOf = (atMs: number) => Math.floor(atMs / SWEEP_EVERY_MS) * SWEEP_EVERY_MS;
  const mark = markOf(nowMs);
  if (mark > lastMs) {
    if (untoldMs > LONGEST_OVERLAP_MS) {
      const worstDelayMs = untoldMs - LATE_SWEEP_MS;
      sweeps.push({ fromMs: markOf(lastMs) - worstDelayMs, toMs: mark - worstDelayMs });
    }
    for (const backMs of [2 * SWEEP_EVERY_MS, LATEST_SWEEP_BACK_MS]) {
      sweeps.push({ fromMs: mark - backMs, toMs: mark - backMs + SWEEP_EVERY_MS });
    }
  }
  const closed = hourStartMs(nowMs - CLOSING_LAG_MS);
  if (closed + CLOSING_LAG_MS > lastMs) sweeps.push({ fromMs: closed - HOUR_MS, toMs: closed });
  return sweeps;
}

/**
 * The sweep due each minute while strikes are recent, from six minutes before to one, if a minute has begun since
 * `lastMs`. It finds late strikes before the countdown that they restart ends.
 */
export function watchSweepDue(lastMs: number, nowMs: number): TimeSpan | undefined {
  const mark = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  return mark > lastMs ? { fromMs: mark - WATCH_BACK_MS, toMs: mark - WATCH_FROM_MS } : undefined;
}

const MIN_SLICE_MS = 60_000;
const MAX_SLICE_MS = 6 * HOUR_MS;
const FIRST_SLICE_MS = 10 * 60_000;
const FEW_ROWS = 75;

export function carveOwed({ fromMs, toMs }: TimeSpan, sliceMs: number): TimeSpan {
  return { fromMs: Math.max(fromMs, toMs - sliceMs), toMs };
}

export function nextSliceMs(sliceMs: number, rows: number, truncated: boolean): number {
  if (truncated) return Math.max(MIN_SLICE_MS, Math.floor(sliceMs / 2));
  return rows < FEW_ROWS ? Math.min(MAX_SLICE_MS, sliceMs * 2) : sliceMs;
}
