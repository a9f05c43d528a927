import type { Clock } from '#shared/Clock.ts';
import { type Areas, bboxContains } from '#shared/geo/BBox.ts';
import { HOME_REGION } from '#shared/geo/regions.ts';
import { medianOf } from '#shared/numbers.ts';
import type { NumberedStrike, Strike, StrikeHint } from '#shared/strike.ts';
import type { Log } from '#worker/http/outbound/log.ts';
import type { ProviderResponse, StrikeWindow, WindowSource } from '#worker/sources/source.ts';
import type { Backfill } from './Backfill.ts';
import { beginRecord, HomeUpdate } from './homeCoverage.ts';
import { cellsOfLeases, type FeedLedger } from './ledger.ts';
import { PollSchedule } from './PollSchedule.ts';
import {
  breakerWithoutProbe,
  type ClockEstimate,
  DOUBTFUL_SKEW_MS,
  type ProviderNow,
  planRegions,
  providerNowAt,
} from './plan.ts';
import { NO_BOUND, type ReadOutcome, type ResponseHorizon, tooLong } from './ReadOutcome.ts';
import { HomeReads, OnDemandReads, ReadBacklog, type ReadChoice, selectRead } from './reads.ts';
import {
  type FailedRead,
  isFormatBroken,
  isOfHome,
  ProviderCalls,
  type Read,
  ReadsUnderWay,
  recentEnough,
  TOO_LONG,
  UNREADABLE,
  type ValidatedResponse,
  validateResponse,
} from './readWindow.ts';

const SAMPLES = 9;
/** `Date` headers have whole seconds and answers take time, so a smaller offset does not count as skew. */
const MIN_SKEW_MS = 3_000;
/** A larger offset is a broken header, not a clock. */
const MAX_SKEW_MS = 15 * 60_000;
/** A stored estimate may be this far off: `Date` has whole seconds, and not every response is worth a write. */
const WORTH_KEEPING_MS = 1_000;

/**
 * The provider's clock, estimated from its `Date` headers, because windows are requested in its time. A `Date` off by
 * more than a minute may be a cache's or a proxy's, so windows reach over both clocks until new strikes show which one
 * stamps them.
 */
export class ProviderClock {
  private offsetsMs: number[];
  private strikesFollow: ClockEstimate['strikesFollow'];
  private storedEstimate: ClockEstimate;
  private readonly storeEstimate: (estimate: ClockEstimate) => void;

  /** Goes on from `known`, an estimate passed to `store`, which is called whenever it has changed by a second. */
  constructor(known: ClockEstimate, store: (estimate: ClockEstimate) => void) {
    this.storedEstimate = known;
    this.storeEstimate = store;
    this.strikesFollow = known.strikesFollow;
    this.offsetsMs = known.skewMs === 0 ? [] : new Array(SAMPLES).fill(known.skewMs);
  }

  observe(providerTimeMs: number, nowMs: number): void {
    const offsetMs = providerTimeMs + 500 - nowMs;
    if (Math.abs(offsetMs) > MAX_SKEW_MS) return;
    const before = this.estimate.skewMs;
    this.offsetsMs = [...this.offsetsMs, offsetMs].slice(-SAMPLES);
    if (Math.abs(this.estimate.skewMs - before) > DOUBTFUL_SKEW_MS) this.strikesFollow = null;
    this.storeChange();
  }

  /** Learns from a strike reported for the first time, as soon as the provider had it. */
  observeStrike(atMs: number, nowMs: number): void {
    this.strikesFollow = clockOfStrike(this.estimate.skewMs, atMs - nowMs) ?? this.strikesFollow;
    this.storeChange();
  }

  now(nowMs: number): ProviderNow {
    return providerNowAt(this.estimate, nowMs);
  }

  /** Latest time up to which a response received at `nowMs` can report strikes, by its `Date`, if it has one. */
  reachOf(providerTimeMs: number | undefined, nowMs: number): ResponseHorizon {
    if (providerTimeMs === undefined) return NO_BOUND;
    if (Math.abs(providerTimeMs + 500 - nowMs) > MAX_SKEW_MS) return { ...NO_BOUND, watermarkMs: providerTimeMs };
    const { skewMs, strikesFollow } = this.estimate;
    // Strikes are not stamped by the clock of `Date`, so `Date` only gives the age of the response.
    const disproved = Math.abs(skewMs) > DOUBTFUL_SKEW_MS && strikesFollow === 'ours';
    const toMs = disproved ? providerTimeMs - skewMs : providerTimeMs;
    return { markMs: toMs, watermarkMs: toMs };
  }

  private get estimate(): ClockEstimate {
    const offsetMs = medianOf(this.offsetsMs) ?? 0;
    return { skewMs: Math.abs(offsetMs) < MIN_SKEW_MS ? 0 : offsetMs, strikesFollow: this.strikesFollow };
  }

  private storeChange(): void {
    const { skewMs, strikesFollow } = this.estimate;
    const moved = Math.abs(skewMs - this.storedEstimate.skewMs) >= WORTH_KEEPING_MS;
    if (!moved && strikesFollow === this.storedEstimate.strikesFollow) return;
    this.storedEstimate = { skewMs, strikesFollow };
    this.storeEstimate(this.storedEstimate);
  }
}

/** The clock that stamped a new strike, `aheadMs` ahead of ours; undefined if it is near neither. */
function clockOfStrike(skewMs: number, aheadMs: number): 'date' | 'ours' | undefined {
  const fromOursMs = Math.abs(aheadMs);
  const fromDateMs = Math.abs(aheadMs - skewMs);
  if (Math.min(fromOursMs, fromDateMs) > DOUBTFUL_SKEW_MS) return undefined;
  return fromDateMs < fromOursMs ? 'date' : 'ours';
}

type FoundStrike = NumberedStrike | 'unknown' | 'busy';

/** Interval of calls for shared links, so that they take only a part of the budget. */
const FIND_EVERY_MS = 2_000;
/** A caller who would wait longer must retry later. */
const MAX_WAIT_MS = 6_000;

interface StrikeFinderDeps {
  readonly clock: Clock;
  readonly sleep: (delayMs: number) => Promise<void>;
  readonly publish: (strikes: readonly NumberedStrike[], afterSeq: number) => void;
  readonly areas: Areas;
}

/** Finds single strikes, from shared links, that neither the archive nor the ledger has. */
class StrikeFinder {
  private readonly ledger: FeedLedger;
  private readonly calls: ProviderCalls;
  private readonly deps: StrikeFinderDeps;
  private readonly underWay = new Map<string, Promise<FoundStrike>>();
  private nextFindMs = 0;

  constructor(ledger: FeedLedger, calls: ProviderCalls, deps: StrikeFinderDeps) {
    this.ledger = ledger;
    this.calls = calls;
    this.deps = deps;
  }

  /**
   * Asks the provider for the strike, with one call from the shared budget; callers for the same id share it. `busy` if
   * the call would wait for more than six seconds, or fails. `unknown` outside the coverage, without a call.
   */
  find(id: string, hint: StrikeHint): Promise<FoundStrike> {
    const known = this.ledger.strikes.byId(id);
    if (known) return Promise.resolve(known);
    if (!bboxContains(this.deps.areas.coverage, hint.longitude, hint.latitude)) return Promise.resolve('unknown');
    const already = this.underWay.get(id);
    if (already) return already;
    const finding = this.request(id, hint).finally(() => this.underWay.delete(id));
    this.underWay.set(id, finding);
    return finding;
  }

  private async request(id: string, hint: StrikeHint): Promise<FoundStrike> {
    const { ledger, deps, calls } = this;
    const startMs = deps.clock.now();
    const findMs = Math.max(startMs, this.nextFindMs);
    if (findMs - startMs > MAX_WAIT_MS || ledger.facts.read('breaker').state !== 'closed') return 'busy';
    this.nextFindMs = findMs + FIND_EVERY_MS;
    for (let callMs = findMs; ; callMs = ledger.facts.read('budget').nextCallMs) {
      const nowMs = deps.clock.now();
      if (callMs <= nowMs && ledger.facts.read('budget').nextCallMs <= nowMs) break;
      if (callMs - startMs > MAX_WAIT_MS) return 'busy';
      await deps.sleep(Math.max(5, callMs - nowMs));
    }
    if (ledger.facts.read('breaker').state !== 'closed') return 'busy';
    const nowMs = deps.clock.now();
    const window = hintWindow(hint);
    const { validation } = validateResponse(await calls.list(window, nowMs), window);
    if (validation.kind === 'paused') this.pause(hint, validation.retryAfterMs, deps.clock.now());
    if (validation.kind !== 'believed') return 'busy';
    return this.number(
      id,
      validation.strikes.filter((strike) => strike.id === id),
    );
  }

  private number(id: string, found: readonly Strike[]): FoundStrike {
    const { ledger, deps } = this;
    const afterSeq = ledger.strikes.seq;
    const [numbered] = ledger.transaction(() =>
      ledger.strikes.number(found, deps.clock.now(), Number.POSITIVE_INFINITY),
    );
    if (numbered) deps.publish([numbered], afterSeq);
    return numbered ?? ledger.strikes.byId(id) ?? 'unknown';
  }

  private pause({ longitude, latitude }: StrikeHint, retryAfterMs: number, nowMs: number): void {
    if (bboxContains(this.deps.areas.home, longitude, latitude)) this.calls.pause(retryAfterMs, nowMs);
    else this.calls.pauseOnDemand(retryAfterMs, nowMs);
  }
}

const AROUND_MS = 5_000;
const AROUND_DEGREES = 0.05;

/** 5 s and 0.05° either side of the hint. */
function hintWindow({ atMs, latitude, longitude }: StrikeHint): StrikeWindow {
  return {
    bbox: {
      west: Math.max(-180, longitude - AROUND_DEGREES),
      south: Math.max(-90, latitude - AROUND_DEGREES),
      east: Math.min(180, longitude + AROUND_DEGREES),
      north: Math.min(90, latitude + AROUND_DEGREES),
    },
    fromMs: atMs - AROUND_MS,
    toMs: atMs + AROUND_MS,
  };
}

export interface FeedEngineDeps {
  readonly ledger: FeedLedger;
  readonly provider: WindowSource;
  readonly clock: Clock;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  readonly log: Log;
  readonly sleep: (delayMs: number) => Promise<void>;
  /** Called with each batch of new strikes and the seq before it, once it is in the ledger. */
  readonly publish: (strikes: readonly NumberedStrike[], afterSeq: number) => void;
  /** Called when a region's state changes, so that viewers need not wait for a heartbeat. */
  readonly announce: () => void;
  /** Called when a poll of home was answered whole. */
  readonly polled: () => void;
  readonly areas: Areas;
  /** A quiet home is polled oftener while somebody watches. */
  readonly isWatched: (nowMs: number) => boolean;
  readonly pollIntervalMs: number;
  readonly maxRps: number;
  readonly backfill: Backfill;
}

/** Shorter waits are slept through within a run; longer ones are left to the alarm. */
const MAX_NAP_MS = 1_000;
/** Well below the 15 minutes after which the platform ends an alarm handler. */
const MAX_RUN_MS = 10 * 60_000;
const MAX_ALARM_WAIT_MS = 60_000;

/**
 * Reads the provider: starts polls when due, sends calls as the budget allows, numbers new strikes and publishes them.
 * Pure functions in this folder decide; this class tracks the calls in flight.
 */
export class FeedEngine {
  private readonly deps: FeedEngineDeps;
  private readonly calls: ProviderCalls;
  private readonly providerClock: ProviderClock;
  private readonly polls: PollSchedule;
  private readonly backlog: ReadBacklog;
  private readonly home: HomeReads;
  private readonly updates: HomeUpdate;
  private readonly onDemand: OnDemandReads;
  private readonly finder: StrikeFinder;
  private readonly underWay = new ReadsUnderWay();
  private liveSinceOther = 0;

  constructor(deps: FeedEngineDeps) {
    const { ledger, clock, provider, maxRps, pollIntervalMs } = deps;
    const { facts } = ledger;
    this.deps = deps;
    this.providerClock = new ProviderClock(facts.read('providerClock'), (clock) => facts.write('providerClock', clock));
    this.calls = new ProviderCalls(provider, facts, maxRps);
    this.polls = new PollSchedule(ledger, pollIntervalMs, deps.isWatched, provider.traits);
    this.backlog = new ReadBacklog(ledger, provider.traits.rows.max);
    this.home = new HomeReads(ledger, this.polls, this.calls);
    this.updates = new HomeUpdate(ledger);
    this.onDemand = new OnDemandReads(ledger, this.polls, this.backlog, this.calls);
    this.finder = new StrikeFinder(ledger, this.calls, deps);
    beginRecord(ledger, deps.areas.home);
    // A probe under way when the Feed died will never be answered.
    facts.write('breaker', breakerWithoutProbe(facts.read('breaker'), clock.now()));
  }

  hasten(): void {
    this.polls.hasten(this.deps.clock.now());
  }

  /** Works until there is nothing to do for a while, or for ten minutes. Returns when to run again. Never rejects. */
  async run(): Promise<number> {
    const endMs = this.deps.clock.now() + MAX_RUN_MS;
    for (;;) {
      const nowMs = this.deps.clock.now();
      if (nowMs >= endMs) {
        await Promise.all(this.underWay.all);
        return this.deps.clock.now();
      }
      this.startPolls(nowMs);
      if (this.updates.hasChanged(nowMs)) this.deps.announce();
      const choice = this.choose(nowMs);
      if (choice.kind !== 'wait' && this.send(choice, nowMs)) continue;
      const workMs = choice.kind === 'wait' ? choice.untilMs : nowMs + MAX_NAP_MS;
      const untilMs = Math.min(workMs, this.updates.nextLookMs(nowMs));
      const waitMs = Math.max(5, untilMs - this.deps.clock.now());
      const { any, all } = this.underWay;
      if (any) await Promise.race([...all, this.deps.sleep(Math.min(waitMs, MAX_NAP_MS))]);
      else if (waitMs <= MAX_NAP_MS) await this.deps.sleep(waitMs);
      else return Math.min(untilMs, nowMs + MAX_ALARM_WAIT_MS);
    }
  }

  callsPerMinute(nowMs: number): number {
    return this.calls.perMinute(nowMs);
  }

  find(id: string, hint: StrikeHint): Promise<NumberedStrike | 'unknown' | 'busy'> {
    return this.finder.find(id, hint);
  }

  private startPolls(nowMs: number): void {
    const { ledger, areas } = this.deps;
    const { home, onDemand } = planRegions(areas, cellsOfLeases(ledger.leases.current(nowMs)));
    const providerNow = this.providerClock.now(nowMs);
    this.onDemand.retainOnly(onDemand, HOME_REGION);
    this.home.start(home, nowMs, providerNow);
    this.backlog.schedule(areas.home, nowMs, providerNow.earliestMs);
  }

  private choose(nowMs: number): ReadChoice {
    const { facts, windows } = this.deps.ledger;
    const backlogIds = this.underWay.backlogIds();
    return selectRead({
      nowMs,
      live: this.polls.reads(HOME_REGION),
      inFlight: this.underWay.count(),
      dueAtMs: windows.nextBacklogMs(HOME_REGION, backlogIds),
      onDemandAtMs: this.onDemand.nextCallMs(backlogIds),
      pastAtMs: this.deps.backfill.nextCallMs(nowMs),
      liveSinceOther: this.liveSinceOther,
      nextPollMs: this.polls.nextPollMs(HOME_REGION),
      budget: facts.read('budget'),
      breaker: facts.read('breaker'),
      maxRps: this.deps.maxRps,
    });
  }

  private readOf(choice: Exclude<ReadChoice, { kind: 'wait' | 'past' }>, nowMs: number): Read | undefined {
    if (choice.kind === 'live') return choice.read;
    if (choice.kind === 'owed') return this.backlog.nextRead([HOME_REGION], nowMs, this.underWay.backlogIds());
    return this.onDemand.nextRead(nowMs, this.providerClock.now(nowMs), this.underWay.backlogIds());
  }

  private send(choice: Exclude<ReadChoice, { kind: 'wait' }>, nowMs: number): boolean {
    if (choice.kind === 'past') {
      const past = this.deps.backfill.read((window) => this.calls.list(window, nowMs), this.deps.clock);
      return past !== undefined && this.underWay.add('past', past);
    }
    const read = this.readOf(choice, nowMs);
    if (!read) return false;
    read.sentMs = nowMs;
    this.liveSinceOther = choice.kind === 'live' ? this.liveSinceOther + 1 : 0;
    const call = this.calls
      .list(read.window, nowMs)
      .then((providerResponse) => this.receive(read, providerResponse))
      .catch((error: Error) => this.deps.log('error', 'feed.read', { reason: error.message }));
    this.underWay.add(read, call);
    return true;
  }

  private receive(read: Read, providerResponse: ProviderResponse): void {
    const { ledger, log } = this.deps;
    const nowMs = this.deps.clock.now();
    const sentMs = read.sentMs ?? nowMs;
    read.sentMs = undefined;
    const { validation, outOfWindow } = validateResponse(providerResponse, read.window);
    if (outOfWindow > 0) {
      ledger.facts.add('outOfWindowEvents', outOfWindow);
      if (isOfHome(read)) ledger.facts.write('outOfWindowMs', nowMs);
      log('warn', 'provider.outOfWindow', { events: outOfWindow });
    }
    if (validation.kind === 'believed') this.believe(read, validation, nowMs);
    // A probe without a readable answer does not close the circuit.
    else if (validation.kind !== 'split') this.fail(read, validation, sentMs, nowMs);
    else if (ledger.facts.read('breaker').state !== 'closed') this.fail(read, TOO_LONG, sentMs, nowMs);
    else ledger.transaction(() => this.finishRead(read, tooLong(validation.parts), nowMs));
  }

  private fail(read: Read, failure: FailedRead, sentMs: number, nowMs: number): void {
    const { ledger, log, random, announce } = this.deps;
    ledger.facts.add('failures', 1);
    log('warn', 'provider.call', { outcome: failure.kind, reason: failure.reason, failures: read.failures });
    const changed = isOfHome(read)
      ? this.home.failed(read, failure, sentMs, nowMs, random())
      : this.onDemand.failed(read, failure, nowMs, random());
    if (changed) announce();
  }

  private believe(read: Read, validatedResponse: ValidatedResponse, nowMs: number): void {
    const { ledger, log, publish, announce } = this.deps;
    const { strikes, rows, truncated, skipped, parts } = validatedResponse;
    if (validatedResponse.providerTimeMs !== undefined)
      this.providerClock.observe(validatedResponse.providerTimeMs, nowMs);
    const reach = this.providerClock.reachOf(validatedResponse.providerTimeMs, nowMs);
    if (validatedResponse.unsplittable) log('error', 'feed.unsplittable', { rows });
    if (skipped.length > 0) {
      log('warn', 'provider.skipped', { events: skipped.length, reasons: [...new Set(skipped)].join(', ') });
    }
    const trusted = isOfHome(read)
      ? this.home.trusts(read, rows, skipped.length, nowMs)
      : !isFormatBroken(rows, skipped.length);
    const afterSeq = ledger.strikes.seq;
    let changed = false;
    const fresh = ledger.transaction(() => {
      const recent = recentEnough(strikes, read.window.fromMs, nowMs);
      const numbered = ledger.strikes.number(recent, nowMs, read.timelyFromMs);
      if (skipped.length > 0) ledger.facts.add('skippedEvents', skipped.length);
      if (trusted || (isOfHome(read) && read.backlogId === undefined)) {
        this.finishRead(read, { parts, rows, truncated, reach, brought: numbered.length > 0 }, nowMs);
      }
      if (isOfHome(read)) changed = this.home.answered(read, trusted, nowMs);
      else if (trusted) changed = this.onDemand.succeeded(read.regionKey, nowMs);
      return numbered;
    });
    const newest = fresh.at(-1);
    if (newest && isOfHome(read) && read.backlogId === undefined) this.providerClock.observeStrike(newest.atMs, nowMs);
    if (fresh.length > 0) publish(fresh, afterSeq);
    else if (isOfHome(read) && this.polls.reads(HOME_REGION).length === 0) this.deps.polled();
    if (!trusted && !isOfHome(read)) this.fail(read, UNREADABLE, nowMs, nowMs);
    if (changed) announce();
  }

  /** Marks the read's window as read, except for the parts. */
  private finishRead(read: Read, settled: ReadOutcome, nowMs: number): void {
    if (read.backlogId === undefined) this.polls.answered(read, settled, nowMs);
    else this.backlog.answered(read, settled, nowMs);
  }
}
