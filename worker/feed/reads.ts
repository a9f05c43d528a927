import type { BBox } from '#shared/geo/BBox.ts';
import { HOME_REGION } from '#shared/geo/regions.ts';
import { HOUR_MS, hourStartMs, MINUTE_MS, type TimeSpan } from '#shared/time.ts';
import { isOnDemandFresh } from '#shared/wire/feedStateAt.ts';
import { MAX_RETRIES, retryDelayMs } from '#worker/http/outbound/classifyResponse.ts';
import { LATE_RESCAN_MS, LONGEST_OVERLAP_MS, type StrikeWindow } from '#worker/sources/source.ts';
import { addLost } from './homeCoverage.ts';
import type { FeedLedger } from './ledger.ts';
import type { PollSchedule } from './PollSchedule.ts';
import {
  type Breaker,
  breakerAfterFailure,
  breakerAfterSuccess,
  breakerOpensAtMs,
  breakerWithoutProbe,
  type CallBudget,
  type PolledRegion,
  type ProviderNow,
  REPAIR_LIMIT_MS,
  targetStrikes,
} from './plan.ts';
import type { ReadOutcome } from './ReadOutcome.ts';
import {
  backlogRead,
  type FailedRead,
  type InFlight,
  isFormatBroken,
  isMuchUnreadable,
  type ProviderCalls,
  type Read,
  UnreadableShare,
} from './readWindow.ts';
import type { BacklogWindow } from './windowLedger.ts';

/** Below the six connections that the platform allows per invocation. */
const MAX_CALLS_IN_FLIGHT = 4;
/** The two limits leave a slot to home's polls, whatever hangs. */
const MAX_BACKLOG_IN_FLIGHT = 2;
const MAX_ON_DEMAND_IN_FLIGHT = 1;
/** What home owes goes first, unless other regions have waited this long: a day of it takes minutes to read. */
const ON_DEMAND_GRACE_MS = 5_000;
/** At least one call in five is not one of home's polls, however busy the sky. */
const LIVE_CALLS_PER_OTHER = 4;
const NEVER_MS = Number.POSITIVE_INFINITY;

export interface ReadSituation {
  readonly nowMs: number;
  readonly live: readonly Read[];
  readonly inFlight: InFlight;
  /** Infinity while home owes nothing that is not under way. */
  readonly dueAtMs: number;
  readonly onDemandAtMs: number;
  readonly pastAtMs: number;
  readonly liveSinceOther: number;
  /** Infinity while home's poll waits for its reads. */
  readonly nextPollMs: number;
  readonly budget: CallBudget;
  readonly breaker: Breaker;
  readonly maxRps: number;
}

export type ReadChoice =
  | { readonly kind: 'live'; readonly read: Read }
  | { readonly kind: 'owed' }
  | { readonly kind: 'onDemand' }
  | { readonly kind: 'past' }
  /** Nothing may be sent before `untilMs`, unless a call comes back earlier. */
  | { readonly kind: 'wait'; readonly untilMs: number };

/**
 * Chooses the next call: home's polls first, then what home owes, then other regions. The latter two need a closed
 * circuit, and either a token that is back before home's next poll or four live calls in a row before them. Home's past
 * comes last, only with a token that nothing else needs until it is back.
 */
export function selectRead(situation: ReadSituation): ReadChoice {
  const { nowMs, live, nextPollMs, budget, breaker, inFlight } = situation;
  const opensAtMs = breakerOpensAtMs(breaker, nowMs);
  const underWay = inFlight.live + inFlight.backlog + inFlight.onDemand + inFlight.past;
  if (opensAtMs === undefined || underWay >= MAX_CALLS_IN_FLIGHT) return { kind: 'wait', untilMs: nextPollMs };
  const callAtMs = Math.max(budget.nextCallMs, opensAtMs);

  const other = otherRead(situation, callAtMs);
  const isOtherFirst = situation.liveSinceOther >= LIVE_CALLS_PER_OTHER && other.callMs <= callAtMs;
  const waiting = live.filter((read) => read.sentMs === undefined);
  const ready = waiting.find((read) => read.notBeforeMs <= nowMs);
  if (ready) {
    if (callAtMs > nowMs) return { kind: 'wait', untilMs: callAtMs };
    return isOtherFirst ? { kind: other.kind } : { kind: 'live', read: ready };
  }
  const liveCallMs = Math.min(nextPollMs, ...waiting.map((read) => read.notBeforeMs));
  const tokenMs = 1000 / situation.maxRps;
  const isOthers = isOtherFirst || other.callMs + tokenMs <= liveCallMs;
  if (isOthers && other.callMs <= nowMs) return { kind: other.kind };
  const neededMs = Math.min(liveCallMs, isOthers ? other.callMs : liveCallMs);
  const pastMs = breaker.state === 'closed' && inFlight.past === 0 ? Math.max(callAtMs, situation.pastAtMs) : NEVER_MS;
  if (pastMs + tokenMs > neededMs) return { kind: 'wait', untilMs: neededMs };
  return pastMs <= nowMs ? { kind: 'past' } : { kind: 'wait', untilMs: pastMs };
}

/** A call for what home owes or for other regions, and when it may go out; home goes first, once both may. */
function otherRead(situation: ReadSituation, callAtMs: number): { kind: 'owed' | 'onDemand'; callMs: number } {
  const { nowMs, breaker, inFlight, dueAtMs, onDemandAtMs } = situation;
  const closed = breaker.state === 'closed';
  const mayAddBacklog = closed && inFlight.backlog < MAX_BACKLOG_IN_FLIGHT;
  const backlogMs = mayAddBacklog ? Math.max(callAtMs, dueAtMs) : Number.POSITIVE_INFINITY;
  const mayRequestOnDemand = closed && inFlight.onDemand < MAX_ON_DEMAND_IN_FLIGHT;
  const onDemandMs = mayRequestOnDemand ? Math.max(callAtMs, onDemandAtMs) : Number.POSITIVE_INFINITY;
  const onDemandWaits = onDemandMs < Number.POSITIVE_INFINITY && nowMs - onDemandAtMs >= ON_DEMAND_GRACE_MS;
  return backlogMs <= onDemandMs && !onDemandWaits
    ? { kind: 'owed', callMs: backlogMs }
    : { kind: 'onDemand', callMs: onDemandMs };
}

const UNREADABLE_REST_MS = 60_000;

/** Tracks home's answers: the circuit, the last success, and whether the events can be read. */
export class HomeReads {
  private readonly ledger: FeedLedger;
  private readonly polls: PollSchedule;
  private readonly calls: ProviderCalls;
  private readonly unreadable = new UnreadableShare();

  constructor(ledger: FeedLedger, polls: PollSchedule, calls: ProviderCalls) {
    this.ledger = ledger;
    this.polls = polls;
    this.calls = calls;
  }

  start(home: PolledRegion, nowMs: number, providerNow: ProviderNow): void {
    const breaker = this.ledger.facts.read('breaker');
    if (breaker.state === 'open' && nowMs < breaker.probeAtMs) this.polls.rest(HOME_REGION, breaker.probeAtMs);
    else this.polls.start(home, nowMs, providerNow);
  }

  failed(read: Read, failedRead: FailedRead, sentMs: number, nowMs: number, random: number): boolean {
    const { facts, windows } = this.ledger;
    const breaker = facts.read('breaker');
    if (failedRead.kind === 'paused') {
      this.calls.pause(failedRead.retryAfterMs, nowMs);
      facts.write('breaker', breakerWithoutProbe(breaker, nowMs));
      if (read.backlogId !== undefined)
        windows.deferBacklog(read.backlogId, nowMs + failedRead.retryAfterMs, read.failures);
      return false;
    }
    read.failures += 1;
    const { kind } = failedRead;
    const denied = kind === 'rejected' && failedRead.denied;
    const superseded = read.backlogId === undefined && !this.polls.reads(HOME_REGION).includes(read);
    const failure = { kind, denied, failures: read.failures, superseded, sentMs };
    const verdict = failureVerdict(failure, breaker, nowMs, random);
    read.notBeforeMs = verdict.notBeforeMs;
    facts.write('breaker', verdict.breaker);
    if (read.backlogId !== undefined) {
      windows.deferBacklog(read.backlogId, read.notBeforeMs, verdict.final ? 0 : read.failures);
    } else if (verdict.final && !superseded) this.polls.giveUp(read, nowMs);
    return breaker.state === 'closed' && verdict.breaker.state === 'open';
  }

  trusts(read: Read, rows: number, unreadable: number, nowMs: number): boolean {
    if (read.backlogId === undefined) this.unreadable.note(read.window, rows, unreadable, nowMs);
    if (unreadable === 0) return true;
    // A restart forgets the polls before it, and not that they were doubted.
    const isDoubted = this.ledger.facts.read('unreadableFromMs') !== null && isMuchUnreadable(rows, unreadable);
    return !(isDoubted || this.unreadable.broken(nowMs) || isFormatBroken(rows, unreadable));
  }

  /** Returns whether home's state changed. Call inside a transaction. */
  answered(read: Read, trusted: boolean, nowMs: number): boolean {
    const { facts, windows } = this.ledger;
    const recovered = facts.read('breaker').state !== 'closed';
    facts.write('breaker', breakerAfterSuccess());
    if (recovered) {
      // Windows that rested because the provider did not answer are due now.
      this.polls.hasten(nowMs);
      windows.liftRests(HOME_REGION, nowMs);
    }
    if (read.backlogId === undefined) {
      facts.write('lastSuccessMs', nowMs);
      return this.noteReadability(read, trusted, nowMs) || recovered;
    }
    if (!trusted) windows.deferBacklog(read.backlogId, nowMs + UNREADABLE_REST_MS, 0);
    return recovered;
  }

  /** Keeps in the backlog what polls could not read: as one instant while it lasts, as one gap once it is over. */
  private noteReadability({ window }: Read, trusted: boolean, nowMs: number): boolean {
    const { facts, windows } = this.ledger;
    const fromMs = facts.read('unreadableFromMs');
    if (!trusted) {
      facts.write('unreadableFromMs', Math.min(fromMs ?? window.fromMs, window.fromMs));
      return fromMs === null;
    }
    if (fromMs === null || this.unreadable.broken(nowMs)) return false;
    windows.addBacklog({ bbox: window.bbox, fromMs, toMs: window.toMs }, HOME_REGION, 'gap', nowMs);
    facts.write('unreadableFromMs', null);
    return true;
  }
}

/** A window rests this long after its retries ran out. */
const REST_AFTER_FAILURE_MS = 60_000;

export interface ReadFailure {
  readonly kind: 'failed' | 'rejected';
  readonly denied: boolean;
  readonly failures: number;
  readonly superseded: boolean;
  readonly sentMs: number;
}

interface FailureVerdict {
  readonly final: boolean;
  readonly notBeforeMs: number;
  readonly breaker: Breaker;
}

/** `random` is 0..1. A read that is out of retries counts for the breaker. */
export function failureVerdict(failure: ReadFailure, breaker: Breaker, nowMs: number, random: number): FailureVerdict {
  const { kind, denied, failures, superseded, sentMs } = failure;
  const final = kind === 'rejected' || superseded || failures > MAX_RETRIES || breaker.state !== 'closed';
  return {
    final,
    notBeforeMs: nowMs + (final ? REST_AFTER_FAILURE_MS : retryDelayMs(failures, random)),
    breaker: final ? breakerAfterFailure(breaker, sentMs, random, denied) : breaker,
  };
}

/** Interval of calls for all regions other than home together. */
const ON_DEMAND_CALL_EVERY_MS = 10_000;
/** Every third call of a region goes to what it owes, however busy it is. */
const LIVE_CALLS_PER_BACKLOG = 2;

/** Reads the regions other than home: their turns, rests and backlog windows. None of it affects home. */
export class OnDemandReads {
  private readonly ledger: FeedLedger;
  private readonly polls: PollSchedule;
  private readonly backlog: ReadBacklog;
  private readonly calls: ProviderCalls;
  private regions: readonly PolledRegion[] = [];
  /** The regions' keys, joined; undefined before the first plan, when the ledger may hold older backlog windows. */
  private planned: string | undefined;
  private readonly calledMs = new Map<string, number>();
  private readonly liveSinceBacklog = new Map<string, number>();

  constructor(ledger: FeedLedger, polls: PollSchedule, readBacklog: ReadBacklog, calls: ProviderCalls) {
    this.ledger = ledger;
    this.polls = polls;
    this.backlog = readBacklog;
    this.calls = calls;
  }

  retainOnly(regions: readonly PolledRegion[], homeKey: string): void {
    const keys = regions.map(({ key }) => key);
    const before = this.regions.map(({ key }) => key);
    this.regions = regions;
    if (this.planned === keys.join()) return;
    this.planned = keys.join();
    for (const key of before.filter((other) => !keys.includes(other))) this.polls.forget(key);
    this.ledger.transaction(() => this.ledger.windows.retainOnly([homeKey, ...keys]));
  }

  /** Infinity if there is nothing to ask. */
  nextCallMs(underWay: readonly number[]): number {
    const readyMs = Math.min(Number.POSITIVE_INFINITY, ...this.readyMs(underWay).values());
    return Math.max(readyMs, this.ledger.facts.read('onDemandBudget').nextCallMs);
  }

  nextRead(nowMs: number, providerNow: ProviderNow, underWay: readonly number[]): Read | undefined {
    const readyMs = this.readyMs(underWay);
    const due = this.regions.filter(({ key }) => (readyMs.get(key) ?? nowMs) <= nowMs);
    const region = onDemandReads(due, this.calledMs);
    if (!region) return undefined;
    const read = this.readOf(region, nowMs, providerNow, underWay);
    if (!read) return undefined;
    this.calledMs.set(region.key, nowMs);
    this.ledger.facts.write('onDemandBudget', { nextCallMs: nowMs + ON_DEMAND_CALL_EVERY_MS });
    return read;
  }

  /** Returns whether the answer is news to the region's viewers. */
  succeeded(key: string, nowMs: number): boolean {
    const { lastSuccessMs } = this.ledger.onDemand.read(key);
    this.ledger.onDemand.write(key, { lastSuccessMs: nowMs, rests: 0, restUntilMs: 0 });
    return !isOnDemandFresh(lastSuccessMs, nowMs);
  }

  /** Once the read is out of retries, its region rests: returns whether it does now. */
  failed(read: Read, failedRead: FailedRead, nowMs: number, random: number): boolean {
    const { onDemand, windows } = this.ledger;
    if (failedRead.kind === 'paused') {
      this.calls.pauseOnDemand(failedRead.retryAfterMs, nowMs);
      return false;
    }
    read.failures += 1;
    const final = failedRead.kind === 'rejected' || read.failures > MAX_RETRIES;
    read.notBeforeMs = nowMs + (final ? 0 : retryDelayMs(read.failures, random));
    if (read.backlogId !== undefined) windows.deferBacklog(read.backlogId, read.notBeforeMs, final ? 0 : read.failures);
    if (!final) return false;
    const { lastSuccessMs, rests } = onDemand.read(read.regionKey);
    const restUntilMs = nowMs + onDemandRestMs(rests);
    onDemand.write(read.regionKey, { lastSuccessMs, rests: rests + 1, restUntilMs });
    this.polls.rest(read.regionKey, restUntilMs);
    return true;
  }

  private readyMs(underWay: readonly number[]): ReadonlyMap<string, number> {
    const { windows } = this.ledger;
    const restMs = this.ledger.onDemand.restUntilMs();
    return new Map(
      this.regions.map(({ key }) => {
        const waiting = this.polls.reads(key).filter((read) => read.sentMs === undefined);
        const workMs = Math.min(
          this.polls.nextPollMs(key),
          windows.nextBacklogMs(key, underWay),
          ...waiting.map((read) => read.notBeforeMs),
        );
        return [key, Math.max(workMs, restMs.get(key) ?? 0)];
      }),
    );
  }

  private readOf(region: PolledRegion, nowMs: number, providerNow: ProviderNow, underWay: readonly number[]) {
    const { key } = region;
    const live = () => {
      this.polls.start(region, nowMs, providerNow);
      return this.polls.reads(key).find((read) => read.sentMs === undefined && read.notBeforeMs <= nowMs);
    };
    const backlog = () => this.backlog.nextRead([key], nowMs, underWay);
    const since = this.liveSinceBacklog.get(key) ?? 0;
    const read = since < LIVE_CALLS_PER_BACKLOG ? (live() ?? backlog()) : (backlog() ?? live());
    this.liveSinceBacklog.set(key, read?.backlogId === undefined ? since + 1 : 0);
    return read;
  }
}

/** The region called longest ago, by `calledMs`; one never called comes first. */
function onDemandReads(
  regions: readonly PolledRegion[],
  calledMs: ReadonlyMap<string, number>,
): PolledRegion | undefined {
  const called = ({ key }: PolledRegion) => calledMs.get(key) ?? Number.NEGATIVE_INFINITY;
  return regions.reduce<PolledRegion | undefined>(
    (first, region) => (first === undefined || called(region) < called(first) ? region : first),
    undefined,
  );
}

const FIRST_REST_MS = 10 * 60_000;
const LONGEST_REST_MS = 6 * 60 * 60_000;

/** Rest of a region that was given up `before` times in a row earlier. */
function onDemandRestMs(before: number): number {
  return Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** before);
}

/** Picks the next backlog window, a slice at a time, newest first. A window stays in the backlog until it is read. */
export class ReadBacklog {
  private readonly ledger: FeedLedger;
  private readonly target: number;
  private sliceMs = FIRST_SLICE_MS;
  /** Ids of windows that one answer could not hold together, which joining would only split again. */
  private readonly parts = new Set<number>();

  constructor(ledger: FeedLedger, maxRows: number) {
    this.ledger = ledger;
    this.target = targetStrikes(maxRows);
  }

  /** Adds sweeps that have fallen due, on the provider's clock, to the backlog; drops windows too old to repair. */
  schedule(home: BBox, nowMs: number, providerNowMs: number): void {
    const { facts, windows } = this.ledger;
    const before = facts.read('sweptMs');
    const sweptMs = before ?? providerNowMs;
    const watch = watchRescanDue(sweptMs, providerNowMs);
    // Every other sweep is due at a full minute too.
    if (before !== undefined && !watch) return;
    const rescans = rescansDue(sweptMs, providerNowMs, facts.read('reading').unreportedMs);
    const watched = watch && rescans.length === 0 && this.isWatched(home, providerNowMs);
    this.ledger.transaction(() => {
      for (const span of watched ? [watch] : rescans)
        windows.addBacklog({ bbox: home, ...span }, HOME_REGION, 'sweep', nowMs);
      const oldestMs = providerNowMs - REPAIR_LIMIT_MS;
      // Strikes an hour older are not numbered, so a long window must not reach back there.
      addLost(facts, windows.giveUpBefore(oldestMs, oldestMs - 30 * MINUTE_MS, HOME_REGION));
      facts.write('sweptMs', providerNowMs);
    });
  }

  /**
   * Whether home is swept each minute: after a strike, while home has no other backlog. The next minute reads what
   * one leaves out, so these sweeps neither pile up nor come before a gap.
   */
  private isWatched(home: BBox, providerNowMs: number): boolean {
    const { windows, strikes } = this.ledger;
    const lately = { fromMs: providerNowMs - WATCH_AFTER_STRIKE_MS, toMs: providerNowMs };
    return windows.backlogSinceMs(HOME_REGION) === undefined && strikes.nthNewestAtMs(home, lately, 1) !== undefined;
  }

  /** The next backlog window of `regions`, small enough for one response; undefined if there is none now. */
  nextRead(regions: readonly string[], nowMs: number, underWay: readonly number[]): Read | undefined {
    const { windows, strikes } = this.ledger;
    const next = windows.nextInBacklog(regions, nowMs, underWay);
    if (!next) return undefined;
    const apart = [...underWay, ...this.parts];
    const backlogWindow = this.parts.has(next.id)
      ? next
      : this.ledger.transaction(() => windows.joined(next, nowMs, apart));
    const slice = carveBacklog(backlogWindow, this.sliceMs);
    const fullAtMs = strikes.nthNewestAtMs(backlogWindow.bbox, slice, this.target);
    const fromMs = Math.max(slice.fromMs, Math.min(fullAtMs ?? slice.fromMs, slice.toMs - 1000));
    const window = { bbox: backlogWindow.bbox, fromMs, toMs: backlogWindow.toMs };
    const id = fromMs <= backlogWindow.fromMs ? backlogWindow.id : this.divide(backlogWindow, window, nowMs);
    return backlogRead(backlogWindow, window, id);
  }

  answered(read: Read, { parts, rows, truncated }: ReadOutcome, nowMs: number): void {
    if (read.backlogId === undefined) return;
    this.ledger.windows.clearBacklog(read.backlogId);
    this.parts.delete(read.backlogId);
    for (const part of parts) this.parts.add(this.ledger.windows.addBacklog(part, read.regionKey, read.reason, nowMs));
    const readMs = read.window.toMs - read.window.fromMs;
    if (truncated || readMs >= this.sliceMs) this.sliceMs = nextSliceMs(this.sliceMs, rows, truncated);
  }

  private divide(backlogWindow: BacklogWindow, window: StrikeWindow, nowMs: number): number {
    return this.ledger.transaction(() => {
      this.ledger.windows.shortenBacklog(backlogWindow.id, window.fromMs);
      return this.ledger.windows.addBacklog(window, backlogWindow.region, backlogWindow.reason, nowMs);
    });
  }
}

const RESCAN_EVERY_MS = 5 * MINUTE_MS;
/** A strike reported 15 min late still moves an all-clear, which comes half an hour after the last strike. */
const LATEST_RESCAN_BACK_MS = 4 * RESCAN_EVERY_MS;
/** An hour is read again this long after it closed. */
const CLOSING_LAG_MS = 10 * MINUTE_MS;
/** The minute's sweep ends here: every poll reads what is newer. */
const WATCH_FROM_MS = MINUTE_MS;
const WATCH_BACK_MS = 6 * MINUTE_MS;
/** After its newest strike somebody may wait this long for the all-clear: the usual dwell, and a margin. */
const WATCH_AFTER_STRIKE_MS = 35 * MINUTE_MS;

/**
 * The sweeps that became due since `lastMs`, the previous call: every five minutes, the stretch from ten to five
 * minutes before and that from twenty to fifteen; and each hour once, ten minutes after it closed. `unreportedMs`: of a
 * source that is later than polls read again, also the time that it should have reported completely since.
 */
export function rescansDue(lastMs: number, nowMs: number, unreportedMs = 0): TimeSpan[] {
  const rescans: TimeSpan[] = [];
  const markOf = (atMs: number) => Math.floor(atMs / RESCAN_EVERY_MS) * RESCAN_EVERY_MS;
  const mark = markOf(nowMs);
  if (mark > lastMs) {
    if (unreportedMs > LONGEST_OVERLAP_MS) {
      const worstDelayMs = unreportedMs - LATE_RESCAN_MS;
      rescans.push({ fromMs: markOf(lastMs) - worstDelayMs, toMs: mark - worstDelayMs });
    }
    for (const backMs of [2 * RESCAN_EVERY_MS, LATEST_RESCAN_BACK_MS]) {
      rescans.push({ fromMs: mark - backMs, toMs: mark - backMs + RESCAN_EVERY_MS });
    }
  }
  const closed = hourStartMs(nowMs - CLOSING_LAG_MS);
  if (closed + CLOSING_LAG_MS > lastMs) rescans.push({ fromMs: closed - HOUR_MS, toMs: closed });
  return rescans;
}

/**
 * The sweep due each minute while strikes are recent, from six minutes before to one, if a minute has begun since
 * `lastMs`. It finds late strikes before the countdown that they restart ends.
 */
export function watchRescanDue(lastMs: number, nowMs: number): TimeSpan | undefined {
  const mark = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  return mark > lastMs ? { fromMs: mark - WATCH_BACK_MS, toMs: mark - WATCH_FROM_MS } : undefined;
}

const MIN_SLICE_MS = 60_000;
const MAX_SLICE_MS = 6 * HOUR_MS;
const FIRST_SLICE_MS = 10 * 60_000;
const FEW_ROWS = 75;

export function carveBacklog({ fromMs, toMs }: TimeSpan, sliceMs: number): TimeSpan {
  return { fromMs: Math.max(fromMs, toMs - sliceMs), toMs };
}

export function nextSliceMs(sliceMs: number, rows: number, truncated: boolean): number {
  if (truncated) return Math.max(MIN_SLICE_MS, Math.floor(sliceMs / 2));
  return rows < FEW_ROWS ? Math.min(MAX_SLICE_MS, sliceMs * 2) : sliceMs;
}
