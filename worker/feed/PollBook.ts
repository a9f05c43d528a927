import type { StrikeWindow } from '../provider/StrikeProvider.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';
import { OVERLAP_MS, planPoll, REPAIR_LIMIT_MS } from './plan/planPoll.ts';
import { HOME_REGION, type Region } from './plan/planRegions.ts';
import { planWindows } from './plan/planWindows.ts';
import { pollIntervalMs } from './plan/pollIntervalMs.ts';
import { type Poll, pollVerdict } from './pollVerdict.ts';
import { liveRead, type Read } from './Read.ts';

/** A read that failed while others of its poll were answered becomes owed, and is tried again after this long. */
const OWED_AFTER_MS = 15_000;

interface Schedule {
  dueMs: number;
  lastStrikeMs: number;
}

/** The polls under way, by region, and when each region is next due. Marks and owed windows are kept in the ledger. */
export class PollBook {
  private readonly ledger: FeedLedger;
  private readonly busyIntervalMs: number;
  private readonly polls = new Map<string, Poll>();
  private readonly schedules = new Map<string, Schedule>();

  constructor(ledger: FeedLedger, busyIntervalMs: number) {
    this.ledger = ledger;
    this.busyIntervalMs = busyIntervalMs;
  }

  /** Every unanswered read: the home region's poll first, newest window first within a poll. */
  reads(): Read[] {
    const home = this.polls.get(HOME_REGION);
    const others = [...this.polls.values()].filter((poll) => poll !== home);
    return [...(home ? [home] : []), ...others].flatMap((poll) => poll.reads);
  }

  /** When the next poll can start; Infinity if none can. A region whose last poll still has reads to send cannot. */
  nextPollMs(): number {
    const due = [...this.schedules].filter(([key]) => {
      const poll = this.polls.get(key);
      return !poll || pollVerdict(poll) !== 'wait';
    });
    return Math.min(Number.POSITIVE_INFINITY, ...due.map(([, schedule]) => schedule.dueMs));
  }

  /** Makes every region due now. */
  hasten(nowMs: number): void {
    for (const schedule of this.schedules.values()) schedule.dueMs = Math.min(schedule.dueMs, nowMs);
  }

  /** Starts a poll for every region that is due; `providerNowMs` is the provider's time, used for its windows. */
  start(regions: readonly Region[], nowMs: number, providerNowMs: number): void {
    this.forgetAllBut(regions);
    for (const region of regions) {
      const schedule = this.schedules.get(region.key) ?? { dueMs: nowMs, lastStrikeMs: nowMs };
      this.schedules.set(region.key, schedule);
      if (schedule.dueMs > nowMs || !this.finish(region.key, nowMs)) continue;
      const everyMs = pollIntervalMs(this.busyIntervalMs, schedule.lastStrikeMs, nowMs);
      schedule.dueMs = Math.max(schedule.dueMs + everyMs, nowMs + everyMs / 2);
      this.ledger.transaction(() => this.begin(region, nowMs, providerNowMs));
    }
  }

  /** Drops all polls until `untilMs`: with the circuit open their windows would be stale by then. The marks stay. */
  rest(regions: readonly Region[], untilMs: number): void {
    this.forgetAllBut(regions);
    this.polls.clear();
    for (const { key } of regions) {
      this.schedules.set(key, { dueMs: untilMs, lastStrikeMs: this.schedules.get(key)?.lastStrikeMs ?? untilMs });
    }
  }

  /** The read was answered; `parts` must be read in its place (none unless the answer was truncated). */
  answered(read: Read, parts: readonly StrikeWindow[], broughtStrikes: boolean, nowMs: number): void {
    const schedule = this.schedules.get(read.regionKey);
    if (schedule && broughtStrikes) schedule.lastStrikeMs = nowMs;
    const poll = this.polls.get(read.regionKey);
    const at = poll?.reads.indexOf(read) ?? -1;
    if (!poll || at < 0) return;
    poll.answered += 1;
    poll.reads.splice(at, 1, ...parts.map((window) => liveRead(read.regionKey, window, read.timelyFromMs)));
    this.complete(read.regionKey, poll);
  }

  /** The read is out of retries: owed if its poll got any answer, otherwise the whole poll is dropped. */
  giveUp(read: Read, nowMs: number): void {
    const poll = this.polls.get(read.regionKey);
    if (!poll) return;
    if (poll.answered === 0) {
      this.polls.delete(read.regionKey);
      return;
    }
    poll.reads = poll.reads.filter((other) => other !== read);
    this.ledger.transaction(() => {
      this.ledger.windows.owe(read.window, read.regionKey, 'gap', nowMs, read.notBeforeMs);
      this.complete(read.regionKey, poll);
    });
  }

  /** Ends the region's last poll if it can be ended. Returns whether a new one may start. */
  private finish(key: string, nowMs: number): boolean {
    const poll = this.polls.get(key);
    if (!poll) return true;
    const verdict = pollVerdict(poll);
    if (verdict === 'wait') return false;
    if (verdict === 'owe') {
      this.ledger.transaction(() => {
        for (const read of poll.reads) {
          read.owedId = this.ledger.windows.owe(read.window, key, 'gap', nowMs, nowMs + OWED_AFTER_MS);
        }
        poll.reads = [];
        this.complete(key, poll);
      });
    }
    this.polls.delete(key);
    return true;
  }

  private begin(region: Region, nowMs: number, providerNowMs: number): void {
    const { windows, strikes } = this.ledger;
    const markMs = windows.coveredToMs(region.key);
    const plan = planPoll(markMs, providerNowMs);
    const timely = markMs !== undefined && providerNowMs - markMs < OVERLAP_MS;
    const timelyFromMs = timely ? markMs - OVERLAP_MS : Number.POSITIVE_INFINITY;
    if (plan.gap) {
      windows.owe({ bbox: region.bbox, ...plan.gap }, region.key, 'gap', nowMs);
      windows.cover(region.key, plan.span.fromMs);
    }
    for (const cell of this.ledger.cellsOf(region)) {
      const coveredToMs = windows.coveredToMs(cell.key) ?? 0;
      if (coveredToMs >= plan.span.fromMs) continue;
      const fromMs = Math.max(coveredToMs - OVERLAP_MS, providerNowMs - REPAIR_LIMIT_MS);
      windows.owe({ bbox: cell.bbox, fromMs, toMs: plan.span.fromMs }, cell.key, 'gap', nowMs);
      windows.cover(cell.key, plan.span.fromMs);
    }
    const known = strikes.timesWithin(region.bbox, { ...plan.span, fromMs: plan.span.fromMs - 30_000 });
    const reads = planWindows(plan.span, known, markMs ?? plan.span.fromMs).map((span) =>
      liveRead(region.key, { bbox: region.bbox, ...span }, timelyFromMs),
    );
    this.polls.set(region.key, { plan, cells: region.cells, reads, answered: 0 });
  }

  private complete(key: string, poll: Poll): void {
    if (poll.reads.length > 0) return;
    for (const covered of [key, ...poll.cells]) this.ledger.windows.cover(covered, poll.plan.coveredToMs);
    this.polls.delete(key);
  }

  private forgetAllBut(regions: readonly Region[]): void {
    const keys = new Set(regions.map((region) => region.key));
    for (const key of this.schedules.keys()) {
      if (keys.has(key) || key === HOME_REGION) continue;
      this.schedules.delete(key);
      this.polls.delete(key);
    }
  }
}
