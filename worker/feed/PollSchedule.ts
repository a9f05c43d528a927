import { HOME_REGION } from '#shared/geo/regions.ts';
import type { TimeSpan } from '#shared/time.ts';
import type { SourceTraits, StrikeWindow } from '#worker/sources/source.ts';
import { noteLost } from './homeCoverage.ts';
import type { FeedLedger } from './ledger.ts';
import {
  liveWithinMs,
  overlapMs,
  type PolledRegion,
  type ProviderNow,
  planPoll,
  planWindows,
  pollIntervalMs,
  regionBoxes,
  repairLimitMs,
  targetStrikes,
} from './plan.ts';
import { marksAfterPoll, NO_BOUND, nearerReach, type Poll, pollStatus, type ReadOutcome } from './ReadOutcome.ts';
import { liveRead, type Read } from './readWindow.ts';

/** A failed read of a poll that otherwise succeeded joins the backlog, and is retried after this long. */
const BACKLOG_AFTER_MS = 15_000;

interface Schedule {
  dueMs: number;
  lastStrikeMs: number;
}

/** Polls in flight by region, and when each region is next due. Marks and backlog windows are in the ledger. */
export class PollSchedule {
  private readonly ledger: FeedLedger;
  private readonly busyIntervalMs: number;
  private readonly isWatched: (nowMs: number) => boolean;
  private readonly target: number;
  private readonly overlapMs: number;
  private readonly polls = new Map<string, Poll>();
  private readonly schedules = new Map<string, Schedule>();

  constructor(
    ledger: FeedLedger,
    busyIntervalMs: number,
    isWatched: (nowMs: number) => boolean,
    { rows, delayMs }: Pick<SourceTraits, 'rows' | 'delayMs'>,
  ) {
    this.ledger = ledger;
    this.busyIntervalMs = busyIntervalMs;
    this.isWatched = isWatched;
    this.target = targetStrikes(rows.max);
    this.overlapMs = overlapMs(delayMs.worst);
  }

  reads(key: string): readonly Read[] {
    return this.polls.get(key)?.reads ?? [];
  }

  /** Infinity while the region's last poll still has reads to send. */
  nextPollMs(key: string): number {
    const poll = this.polls.get(key);
    if (poll && pollStatus(poll) === 'wait') return Number.POSITIVE_INFINITY;
    return this.schedules.get(key)?.dueMs ?? 0;
  }

  hasten(nowMs: number): void {
    for (const schedule of this.schedules.values()) schedule.dueMs = Math.min(schedule.dueMs, nowMs);
  }

  start(region: PolledRegion, nowMs: number, providerNow: ProviderNow): void {
    const schedule = this.schedules.get(region.key) ?? { dueMs: nowMs, lastStrikeMs: nowMs };
    this.schedules.set(region.key, schedule);
    if (schedule.dueMs > nowMs || !this.finish(region.key, nowMs)) return;
    const watched = region.key === HOME_REGION && this.isWatched(nowMs);
    const everyMs = pollIntervalMs(this.busyIntervalMs, schedule.lastStrikeMs, nowMs, watched);
    schedule.dueMs = Math.max(schedule.dueMs + everyMs, nowMs + everyMs / 2);
    this.ledger.transaction(() => {
      if (region.key === HOME_REGION) this.notePace(liveWithinMs(everyMs));
      this.begin(region, nowMs, providerNow);
    });
  }

  /** Drops the region's poll, whose windows would be stale, and starts no other before `untilMs`. The mark stays. */
  rest(key: string, untilMs: number): void {
    this.polls.delete(key);
    this.schedules.set(key, { dueMs: untilMs, lastStrikeMs: this.schedules.get(key)?.lastStrikeMs ?? untilMs });
  }

  forget(key: string): void {
    this.schedules.delete(key);
    this.polls.delete(key);
  }

  answered(read: Read, { parts, reach, brought }: ReadOutcome, nowMs: number): void {
    const schedule = this.schedules.get(read.regionKey);
    if (schedule && brought) schedule.lastStrikeMs = nowMs;
    const poll = this.polls.get(read.regionKey);
    const at = poll?.reads.indexOf(read) ?? -1;
    if (!poll || at < 0) return;
    poll.answered += 1;
    poll.reach = nearerReach(poll.reach, reach);
    poll.reads.splice(at, 1, ...parts.map((window) => liveRead(read.regionKey, window, read.timelyFromMs)));
    this.complete(read.regionKey, poll);
  }

  /** Called when the read is out of retries: it joins the backlog if its poll got any response, else the poll ends. */
  giveUp(read: Read, nowMs: number): void {
    const poll = this.polls.get(read.regionKey);
    if (!poll) return;
    if (poll.answered === 0) {
      this.polls.delete(read.regionKey);
      return;
    }
    poll.reads = poll.reads.filter((other) => other !== read);
    this.ledger.transaction(() => {
      this.ledger.windows.addBacklog(read.window, read.regionKey, 'gap', nowMs, read.notBeforeMs);
      this.complete(read.regionKey, poll);
    });
  }

  private finish(key: string, nowMs: number): boolean {
    const poll = this.polls.get(key);
    if (!poll) return true;
    const verdict = pollStatus(poll);
    if (verdict === 'wait') return false;
    if (verdict === 'owe') {
      this.ledger.transaction(() => {
        for (const read of poll.reads) {
          read.backlogId = this.ledger.windows.addBacklog(read.window, key, 'gap', nowMs, nowMs + BACKLOG_AFTER_MS);
        }
        poll.reads = [];
        this.complete(key, poll);
      });
    }
    this.polls.delete(key);
    return true;
  }

  private begin(region: PolledRegion, nowMs: number, providerNow: ProviderNow): void {
    const { windows } = this.ledger;
    const { key } = region;
    const markMs = windows.coveredToMs(key);
    const plan = planPoll(markMs, providerNow, this.overlapMs, repairLimitMs(key));
    const timely = markMs !== undefined && providerNow.earliestMs - markMs < this.overlapMs;
    const timelyFromMs = timely ? markMs - this.overlapMs : Number.POSITIVE_INFINITY;
    if (key === HOME_REGION) noteLost(this.ledger.facts, markMs, providerNow.earliestMs - repairLimitMs(key));
    if (plan.gap) {
      for (const bbox of this.boxes(region, plan.gap)) windows.addBacklog({ bbox, ...plan.gap }, key, 'gap', nowMs);
      this.cover(key, plan.span.fromMs, nowMs - (providerNow.earliestMs - plan.span.fromMs));
    }
    const reads = this.boxes(region, plan.span).flatMap((bbox) =>
      this.windows(bbox, plan.span, markMs).map((span) => liveRead(key, { bbox, ...span }, timelyFromMs)),
    );
    this.polls.set(key, { plan, begunMs: nowMs, reads, answered: 0, reach: NO_BOUND });
  }

  private boxes(region: PolledRegion, span: TimeSpan) {
    const { without } = region;
    return regionBoxes(region, without ? this.ledger.strikes.countWithin(without, span) : 0, this.target);
  }

  private windows(bbox: StrikeWindow['bbox'], span: TimeSpan, markMs: number | undefined): TimeSpan[] {
    const known = this.ledger.strikes.timesWithin(bbox, { ...span, fromMs: span.fromMs - 30_000 });
    return planWindows(span, known, markMs ?? span.fromMs, this.target);
  }

  private complete(key: string, poll: Poll): void {
    if (poll.reads.length > 0) return;
    const { facts } = this.ledger;
    const plannedMs = poll.plan.coveredToMs;
    const { markMs, watermarkMs } = marksAfterPoll(plannedMs, poll.reach, facts.read('watermarkMs'));
    this.cover(key, markMs, poll.begunMs - (plannedMs - markMs));
    if (key === HOME_REGION && facts.read('reading').supportsAlerts) facts.write('watermarkMs', watermarkMs);
    this.polls.delete(key);
  }

  /** Moves the region's mark to an instant of the provider's time that was `atMs` by ours. */
  private cover(key: string, toMs: number, atMs: number): void {
    this.ledger.windows.cover(key, toMs);
    if (key === HOME_REGION) this.ledger.facts.write('coveredAtMs', atMs);
  }

  private notePace(withinMs: number): void {
    const { facts } = this.ledger;
    if (facts.read('liveWithinMs') !== withinMs) facts.write('liveWithinMs', withinMs);
  }
}
