import type { BBox } from '#shared/geo/BBox.ts';
import type { NumberedStrike, Strike, StrikeHint } from '#shared/strike.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { Log } from '../observability/log.ts';
import { MAX_RETRIES, retryDelayMs } from '../outbound/retryDelay.ts';
import type { ProviderAnswer, StrikeProvider } from '../provider/StrikeProvider.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';
import { watchedCells } from './ledger/LeaseLedger.ts';
import { OwedReads } from './OwedReads.ts';
import { PollBook } from './PollBook.ts';
import { ProviderClock } from './ProviderClock.ts';
import { breakerAfterCall, breakerAfterFailure, breakerAfterSuccess, CLOSED_BREAKER } from './pace/breaker.ts';
import { pauseCalls, spendCall } from './pace/callBudget.ts';
import { hintWindow } from './plan/hintWindow.ts';
import { REPAIR_LIMIT_MS } from './plan/planPoll.ts';
import { HOME_REGION, planRegions } from './plan/planRegions.ts';
import { splitWindow } from './plan/splitWindow.ts';
import type { Read } from './Read.ts';
import { type ReadChoice, selectRead } from './selectRead.ts';

export interface FeedEngineDeps {
  readonly ledger: FeedLedger;
  readonly provider: StrikeProvider;
  readonly clock: Clock;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  readonly log: Log;
  /** Resolves after `delayMs`. */
  readonly sleep: (delayMs: number) => Promise<void>;
  /** Told of every batch of new strikes, and of the seq before it, once it is in the ledger. */
  readonly publish: (strikes: readonly NumberedStrike[], afterSeq: number) => void;
  readonly homeBBox: BBox;
  readonly pollIntervalMs: number;
  readonly maxRps: number;
}

/** Waits no longer than this are slept through; longer ones are left to the alarm. */
const NAP_MS = 1_000;
/** The platform ends an alarm after 15 minutes; one run stops well before. */
const LONGEST_RUN_MS = 10 * 60_000;
const FIND_EVERY_MS = 5_000;
/** After a window failed to the end it is left alone for this long. */
const REST_AFTER_FAILURE_MS = 60_000;

/** Strikes older than any window asked for: the ledger may have forgotten their numbers, so they are not taken. */
function memorable(strikes: readonly Strike[], nowMs: number): Strike[] {
  return strikes.filter((strike) => strike.atMs >= nowMs - REPAIR_LIMIT_MS - HOUR_MS);
}

/**
 * Reads the provider: starts polls when they are due, sends one call after another as the budget allows, numbers what
 * is new and hands it on. Decisions are made by the pure functions beside this file; this class keeps the calls that
 * are under way, and carries out what was decided.
 */
export class FeedEngine {
  private readonly deps: FeedEngineDeps;
  private readonly providerClock = new ProviderClock();
  private readonly polls: PollBook;
  private readonly owed: OwedReads;
  private readonly inFlight = new Map<Read, Promise<void>>();
  private liveSinceOwed = 0;
  private nextFindMs = 0;
  /** Times of the calls of the last minute, for the status. */
  private callTimesMs: number[] = [];

  constructor(deps: FeedEngineDeps) {
    this.deps = deps;
    this.polls = new PollBook(deps.ledger, deps.pollIntervalMs);
    this.owed = new OwedReads(deps.ledger);
    // A probe that was under way when the Feed died will never come back.
    if (deps.ledger.facts.read('breaker')?.state === 'half-open') {
      deps.ledger.facts.write('breaker', { state: 'open', probeAtMs: deps.clock.now() });
    }
  }

  /** Polls every region at once: somebody began to watch. */
  hasten(): void {
    this.polls.hasten(this.deps.clock.now());
  }

  /** Works until nothing is to be done for a while, or ten minutes passed. Returns when to run again. Never rejects. */
  async run(): Promise<number> {
    const endMs = this.deps.clock.now() + LONGEST_RUN_MS;
    for (;;) {
      const nowMs = this.deps.clock.now();
      if (nowMs >= endMs) {
        await Promise.all(this.inFlight.values());
        return this.deps.clock.now();
      }
      this.startPolls(nowMs);
      const choice = this.choose(nowMs);
      if (choice.kind !== 'wait' && this.send(choice, nowMs)) continue;
      const untilMs = choice.kind === 'wait' ? choice.untilMs : nowMs + NAP_MS;
      const waitMs = Math.max(5, untilMs - this.deps.clock.now());
      if (this.inFlight.size > 0) {
        await Promise.race([...this.inFlight.values(), this.deps.sleep(Math.min(waitMs, NAP_MS))]);
      } else if (waitMs <= NAP_MS) await this.deps.sleep(waitMs);
      else return Math.min(untilMs, nowMs + REST_AFTER_FAILURE_MS);
    }
  }

  /** Calls sent in the minute before `nowMs`. */
  callsPerMinute(nowMs: number): number {
    return this.callTimesMs.filter((atMs) => atMs > nowMs - 60_000).length;
  }

  /**
   * Looks at the provider for a strike that the archive does not have. One call, out of the same budget as all others
   * and at most every five seconds, however many ask; `busy` where that is not now.
   */
  async find(id: string, hint: StrikeHint): Promise<NumberedStrike | 'unknown' | 'busy'> {
    const { clock, ledger, maxRps, provider, publish } = this.deps;
    const nowMs = clock.now();
    const budget = ledger.facts.read('budget') ?? { nextCallMs: 0 };
    const closed = (ledger.facts.read('breaker') ?? CLOSED_BREAKER).state === 'closed';
    if (!closed || nowMs < Math.max(budget.nextCallMs, this.nextFindMs)) return 'busy';
    this.nextFindMs = nowMs + FIND_EVERY_MS;
    ledger.facts.write('budget', spendCall(budget, nowMs, maxRps));
    ledger.facts.add('calls', 1);
    const answer = await provider.list(hintWindow(hint));
    if (answer.kind === 'paused') this.pause(answer.retryAfterMs, clock.now());
    if (answer.kind !== 'strikes') return 'busy';
    const found = answer.strikes.filter((strike) => strike.id === id);
    const afterSeq = ledger.strikes.seq;
    const [numbered] = ledger.transaction(() => ledger.strikes.number(found, clock.now(), Number.POSITIVE_INFINITY));
    if (numbered) publish([numbered], afterSeq);
    return numbered ?? ledger.strikes.byId(id) ?? 'unknown';
  }

  private pause(retryAfterMs: number, nowMs: number): void {
    const { facts } = this.deps.ledger;
    facts.write('budget', pauseCalls(facts.read('budget') ?? { nextCallMs: 0 }, nowMs, retryAfterMs));
  }

  private startPolls(nowMs: number): void {
    const { ledger, homeBBox } = this.deps;
    const breaker = ledger.facts.read('breaker') ?? CLOSED_BREAKER;
    const regions = planRegions(homeBBox, watchedCells(ledger.leases.current(nowMs)));
    if (breaker.state === 'open' && nowMs < breaker.probeAtMs) this.polls.rest(regions, breaker.probeAtMs);
    else this.polls.start(regions, nowMs, this.providerClock.now(nowMs));
    this.owed.schedule(homeBBox, nowMs, this.providerClock.now(nowMs));
  }

  private choose(nowMs: number): ReadChoice {
    const { facts } = this.deps.ledger;
    const reads = [...this.inFlight.keys()];
    const owedIds = reads.flatMap((read) => read.owedId ?? []);
    return selectRead({
      nowMs,
      live: this.polls.reads(),
      owedInFlight: owedIds.length,
      liveInFlight: reads.length - owedIds.length,
      owedAtMs: this.deps.ledger.windows.nextOwedMs(owedIds),
      liveSinceOwed: this.liveSinceOwed,
      nextPollMs: this.polls.nextPollMs(),
      budget: facts.read('budget') ?? { nextCallMs: 0 },
      breaker: facts.read('breaker') ?? CLOSED_BREAKER,
      maxRps: this.deps.maxRps,
    });
  }

  private send(choice: Exclude<ReadChoice, { kind: 'wait' }>, nowMs: number): boolean {
    const { facts } = this.deps.ledger;
    const underWay = [...this.inFlight.keys()].flatMap((read) => read.owedId ?? []);
    const read = choice.kind === 'live' ? choice.read : this.owed.take(nowMs, underWay);
    if (!read) return false;
    read.sentMs = nowMs;
    this.liveSinceOwed = choice.kind === 'live' ? this.liveSinceOwed + 1 : 0;
    this.callTimesMs = [...this.callTimesMs.filter((atMs) => atMs > nowMs - 60_000), nowMs];
    facts.write('budget', spendCall(facts.read('budget') ?? { nextCallMs: 0 }, nowMs, this.deps.maxRps));
    facts.write('breaker', breakerAfterCall(facts.read('breaker') ?? CLOSED_BREAKER));
    facts.add('calls', 1);
    const call = this.deps.provider
      .list(read.window)
      .then((answer) => this.take(read, answer))
      .catch((error: Error) => this.deps.log('error', 'feed.read', { reason: error.message }))
      .finally(() => this.inFlight.delete(read));
    this.inFlight.set(read, call);
    return true;
  }

  private take(read: Read, answer: ProviderAnswer): void {
    const { clock, random, ledger, log } = this.deps;
    const nowMs = clock.now();
    read.sentMs = undefined;
    if (answer.kind === 'strikes') {
      this.takeStrikes(read, answer, nowMs);
      return;
    }
    ledger.facts.add('failures', 1);
    log('warn', 'provider.call', { outcome: answer.kind, reason: answer.reason, failures: read.failures });
    const breaker = ledger.facts.read('breaker') ?? CLOSED_BREAKER;
    if (answer.kind === 'paused') {
      this.pause(answer.retryAfterMs, nowMs);
      ledger.facts.write('breaker', breaker.state === 'half-open' ? { state: 'open', probeAtMs: nowMs } : breaker);
      if (read.owedId !== undefined) ledger.windows.deferOwed(read.owedId, nowMs + answer.retryAfterMs, read.failures);
      return;
    }
    const denied = answer.kind === 'rejected' && answer.denied;
    read.failures += 1;
    const superseded = read.owedId === undefined && !this.polls.reads().includes(read);
    const final = answer.kind === 'rejected' || superseded || read.failures > MAX_RETRIES || breaker.state !== 'closed';
    read.notBeforeMs = nowMs + (final ? REST_AFTER_FAILURE_MS : retryDelayMs(read.failures, random()));
    if (final) ledger.facts.write('breaker', breakerAfterFailure(breaker, nowMs, random(), denied));
    if (read.owedId !== undefined) {
      ledger.windows.deferOwed(read.owedId, read.notBeforeMs, final ? 0 : read.failures);
    } else if (final && !superseded) this.polls.giveUp(read, nowMs);
  }

  private takeStrikes(read: Read, answer: Extract<ProviderAnswer, { kind: 'strikes' }>, nowMs: number): void {
    const { ledger, log, publish } = this.deps;
    if (answer.providerTimeMs !== undefined) this.providerClock.observe(answer.providerTimeMs, nowMs);
    const truncated = answer.rows >= ledger.providerLimit;
    const parts = truncated ? splitWindow(read.window) : [];
    if (truncated && parts.length === 0) log('error', 'feed.unsplittable', { rows: answer.rows });
    const afterSeq = ledger.strikes.seq;
    const fresh = ledger.transaction(() => {
      const numbered = ledger.strikes.number(memorable(answer.strikes, nowMs), nowMs, read.timelyFromMs);
      ledger.facts.write('breaker', breakerAfterSuccess());
      if (read.regionKey === HOME_REGION && read.owedId === undefined) ledger.facts.write('lastSuccessMs', nowMs);
      if (answer.skipped.length > 0) ledger.facts.add('skippedEvents', answer.skipped.length);
      if (read.owedId !== undefined) this.owed.settle(read, parts, answer.rows, truncated, nowMs);
      else this.polls.answered(read, parts, numbered.length > 0, nowMs);
      return numbered;
    });
    if (answer.skipped.length > 0) {
      log('warn', 'provider.skipped', {
        events: answer.skipped.length,
        reasons: [...new Set(answer.skipped)].join(', '),
      });
    }
    if (fresh.length > 0) publish(fresh, afterSeq);
  }
}
