import type { BBox } from '#shared/geo/BBox.ts';
import { HOME_REGION } from '#shared/geo/regions.ts';
import type { StrikeWindow } from '#worker/provider/StrikeProvider.ts';
import { addLost } from './coverage/lostTime.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';
import type { OwedWindow } from './ledger/WindowLedger.ts';
import { carveOwed, FIRST_SLICE_MS, nextSliceMs } from './plan/carveOwed.ts';
import { REPAIR_LIMIT_MS } from './plan/planPoll.ts';
import { TARGET_STRIKES } from './plan/planWindows.ts';
import { sweepsDue, WATCH_AFTER_STRIKE_MS, watchSweepDue } from './plan/sweepsDue.ts';
import { owedRead, type Read } from './Read.ts';
import type { Settled } from './Settled.ts';

const MINUTE_MS = 60_000;

/** Picks which owed window to read next, a slice at a time, newest first. A window stays owed until it is read. */
export class OwedReads {
  private readonly ledger: FeedLedger;
  private sliceMs = FIRST_SLICE_MS;
  /** Ids of windows that one answer could not hold together: joined again, they would be split again. */
  private readonly parts = new Set<number>();

  constructor(ledger: FeedLedger) {
    this.ledger = ledger;
  }

  /** Records the sweeps that have fallen due, on the provider's clock, as owed, and drops windows too old to repair. */
  schedule(home: BBox, nowMs: number, providerNowMs: number): void {
    const { facts, windows } = this.ledger;
    const before = facts.read('sweptMs');
    const sweptMs = before ?? providerNowMs;
    const watch = watchSweepDue(sweptMs, providerNowMs);
    // Every other sweep is due at a full minute too.
    if (before !== undefined && !watch) return;
    const sweeps = sweepsDue(sweptMs, providerNowMs);
    const watched = watch && sweeps.length === 0 && this.isWatched(home, providerNowMs);
    this.ledger.transaction(() => {
      for (const span of watched ? [watch] : sweeps) windows.owe({ bbox: home, ...span }, HOME_REGION, 'sweep', nowMs);
      const oldestMs = providerNowMs - REPAIR_LIMIT_MS;
      // Strikes an hour older are not numbered any more, so a long window must not reach back there.
      addLost(facts, windows.giveUpBefore(oldestMs, oldestMs - 30 * MINUTE_MS, HOME_REGION));
      facts.write('sweptMs', providerNowMs);
    });
  }

  /**
   * Whether home is swept each minute: after a strike, while nothing else of it is owed. What one minute leaves out, the
   * next reads, so these sweeps neither pile up nor come before a gap.
   */
  private isWatched(home: BBox, providerNowMs: number): boolean {
    const { windows, strikes } = this.ledger;
    const lately = { fromMs: providerNowMs - WATCH_AFTER_STRIKE_MS, toMs: providerNowMs };
    return windows.owedSinceMs(HOME_REGION) === undefined && strikes.nthNewestAtMs(home, lately, 1) !== undefined;
  }

  /** A read of the next window owed by `regions`, small enough for one answer to hold; undefined if none is now. */
  nextRead(regions: readonly string[], nowMs: number, underWay: readonly number[]): Read | undefined {
    const { windows, strikes } = this.ledger;
    const next = windows.nextOwed(regions, nowMs, underWay);
    if (!next) return undefined;
    const apart = [...underWay, ...this.parts];
    const owed = this.parts.has(next.id) ? next : this.ledger.transaction(() => windows.joined(next, nowMs, apart));
    const slice = carveOwed(owed, this.sliceMs);
    const fullAtMs = strikes.nthNewestAtMs(owed.bbox, slice, TARGET_STRIKES);
    const fromMs = Math.max(slice.fromMs, Math.min(fullAtMs ?? slice.fromMs, slice.toMs - 1000));
    const window = { bbox: owed.bbox, fromMs, toMs: owed.toMs };
    const id = fromMs <= owed.fromMs ? owed.id : this.divide(owed, window, nowMs);
    return owedRead(owed, window, id);
  }

  /** The read was answered: its window is no longer owed, but parts of it may be. */
  answered(read: Read, { parts, rows, truncated }: Settled, nowMs: number): void {
    if (read.owedId === undefined) return;
    this.ledger.windows.clearOwed(read.owedId);
    this.parts.delete(read.owedId);
    for (const part of parts) this.parts.add(this.ledger.windows.owe(part, read.regionKey, read.reason, nowMs));
    const readMs = read.window.toMs - read.window.fromMs;
    if (truncated || readMs >= this.sliceMs) this.sliceMs = nextSliceMs(this.sliceMs, rows, truncated);
  }

  /** Splits `window`, the newest part of `owed`, off into an owed row of its own. Returns that row's id. */
  private divide(owed: OwedWindow, window: StrikeWindow, nowMs: number): number {
    return this.ledger.transaction(() => {
      this.ledger.windows.shortenOwed(owed.id, window.fromMs);
      return this.ledger.windows.owe(window, owed.region, owed.reason, nowMs);
    });
  }
}
