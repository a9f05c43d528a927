import type { BBox } from '#shared/geo/BBox.ts';
import { PROVIDER_LIMIT } from '#shared/limits.ts';
import type { NumberedStrike, StrikeHint } from '#shared/strike.ts';
import type { Clock } from '#shared/time/Clock.ts';
import type { Log } from '../observability/log.ts';
import type { ProviderAnswer, StrikeProvider, StrikeWindow } from '../provider/StrikeProvider.ts';
import { failureVerdict } from './failureVerdict.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';
import { leasedCells } from './ledger/LeaseLedger.ts';
import { OwedReads } from './OwedReads.ts';
import { PollBook } from './PollBook.ts';
import { ProviderClock } from './ProviderClock.ts';
import { breakerAfterCall, breakerAfterSuccess, breakerWithoutProbe, probeTimeoutMs } from './pace/breaker.ts';
import { CallRate } from './pace/CallRate.ts';
import { pauseCalls, spendCall } from './pace/callBudget.ts';
import { hintWindow } from './plan/hintWindow.ts';
import { HOME_REGION, planRegions } from './plan/planRegions.ts';
import { splitWindow } from './plan/splitWindow.ts';
import type { Read } from './Read.ts';
import { recentEnough } from './recentEnough.ts';
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
  /** Called with every batch of new strikes and the seq before it, once the batch is in the ledger. */
  readonly publish: (strikes: readonly NumberedStrike[], afterSeq: number) => void;
  /** Called when the breaker opens or closes, so that viewers need not wait for a heartbeat to know. */
  readonly announce: () => void;
  readonly homeBBox: BBox;
  readonly pollIntervalMs: number;
  readonly maxRps: number;
}

type FailedAnswer = Exclude<ProviderAnswer, { kind: 'strikes' }>;

/** Shorter waits are slept through within a run; longer ones are left to the alarm. */
const MAX_NAP_MS = 1_000;
/** The platform ends an alarm handler after 15 minutes; a run stops well before that. */
const MAX_RUN_MS = 10 * 60_000;
const FIND_EVERY_MS = 5_000;
/** The longest that the alarm is left to wait. */
const MAX_ALARM_WAIT_MS = 60_000;

/**
 * Reads the provider: starts polls when they are due, sends calls as the budget allows, numbers new strikes and
 * publishes them. The decisions are pure functions beside this file; this class tracks the calls in flight and carries
 * the decisions out.
 */
export class FeedEngine {
  private readonly deps: FeedEngineDeps;
  private readonly providerClock = new ProviderClock();
  private readonly polls: PollBook;
  private readonly owed: OwedReads;
  private readonly inFlight = new Map<Read, Promise<void>>();
  private liveSinceOwed = 0;
  private nextFindMs = 0;
  private readonly rate = new CallRate();

  constructor(deps: FeedEngineDeps) {
    this.deps = deps;
    this.polls = new PollBook(deps.ledger, deps.pollIntervalMs);
    this.owed = new OwedReads(deps.ledger);
    // A probe that was under way when the Feed died will never be answered.
    const { facts } = deps.ledger;
    facts.write('breaker', breakerWithoutProbe(facts.read('breaker'), deps.clock.now()));
  }

  /** Makes every region due now, for viewers who just arrived. */
  hasten(): void {
    this.polls.hasten(this.deps.clock.now());
  }

  /** Works until there is nothing to do for a while, or for ten minutes. Returns when to run again. Never rejects. */
  async run(): Promise<number> {
    const endMs = this.deps.clock.now() + MAX_RUN_MS;
    for (;;) {
      const nowMs = this.deps.clock.now();
      if (nowMs >= endMs) {
        await Promise.all(this.inFlight.values());
        return this.deps.clock.now();
      }
      this.startPolls(nowMs);
      const choice = this.choose(nowMs);
      if (choice.kind !== 'wait' && this.send(choice, nowMs)) continue;
      const untilMs = choice.kind === 'wait' ? choice.untilMs : nowMs + MAX_NAP_MS;
      const waitMs = Math.max(5, untilMs - this.deps.clock.now());
      if (this.inFlight.size > 0) {
        await Promise.race([...this.inFlight.values(), this.deps.sleep(Math.min(waitMs, MAX_NAP_MS))]);
      } else if (waitMs <= MAX_NAP_MS) await this.deps.sleep(waitMs);
      else return Math.min(untilMs, nowMs + MAX_ALARM_WAIT_MS);
    }
  }

  /** Calls sent in the minute before `nowMs`. */
  callsPerMinute(nowMs: number): number {
    return this.rate.perMinute(nowMs);
  }

  /**
   * Asks the provider for a strike the archive does not have: one call from the shared budget, at most every five
   * seconds for all callers together. `busy` if that leaves no call now, or if the call fails.
   */
  async find(id: string, hint: StrikeHint): Promise<NumberedStrike | 'unknown' | 'busy'> {
    const { clock, ledger, publish } = this.deps;
    const nowMs = clock.now();
    const closed = ledger.facts.read('breaker').state === 'closed';
    if (!closed || nowMs < Math.max(ledger.facts.read('budget').nextCallMs, this.nextFindMs)) return 'busy';
    this.nextFindMs = nowMs + FIND_EVERY_MS;
    const answer = await this.call(hintWindow(hint), nowMs);
    if (answer.kind === 'paused') this.pause(answer.retryAfterMs, clock.now());
    if (answer.kind !== 'strikes') return 'busy';
    const found = answer.strikes.filter((strike) => strike.id === id);
    const afterSeq = ledger.strikes.seq;
    const [numbered] = ledger.transaction(() => ledger.strikes.number(found, clock.now(), Number.POSITIVE_INFINITY));
    if (numbered) publish([numbered], afterSeq);
    return numbered ?? ledger.strikes.byId(id) ?? 'unknown';
  }

  /** Sends one call, spending its token and counting it. Every call to the provider goes through here. */
  private call(window: StrikeWindow, nowMs: number): Promise<ProviderAnswer> {
    const { ledger, maxRps, provider } = this.deps;
    const { facts } = ledger;
    this.rate.note(nowMs);
    facts.write('budget', spendCall(facts.read('budget'), nowMs, maxRps));
    const breaker = breakerAfterCall(facts.read('breaker'));
    facts.write('breaker', breaker);
    facts.add('calls', 1);
    return provider.list(window, probeTimeoutMs(breaker));
  }

  private pause(retryAfterMs: number, nowMs: number): void {
    const { facts } = this.deps.ledger;
    facts.write('budget', pauseCalls(facts.read('budget'), nowMs, retryAfterMs));
  }

  private startPolls(nowMs: number): void {
    const { ledger, homeBBox } = this.deps;
    const breaker = ledger.facts.read('breaker');
    const regions = planRegions(homeBBox, leasedCells(ledger.leases.current(nowMs)));
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
      budget: facts.read('budget'),
      breaker: facts.read('breaker'),
      maxRps: this.deps.maxRps,
    });
  }

  private send(choice: Exclude<ReadChoice, { kind: 'wait' }>, nowMs: number): boolean {
    const underWay = [...this.inFlight.keys()].flatMap((read) => read.owedId ?? []);
    const read = choice.kind === 'live' ? choice.read : this.owed.nextRead(nowMs, underWay);
    if (!read) return false;
    read.sentMs = nowMs;
    this.liveSinceOwed = choice.kind === 'live' ? this.liveSinceOwed + 1 : 0;
    const call = this.call(read.window, nowMs)
      .then((answer) => this.receiveAnswer(read, answer))
      .catch((error: Error) => this.deps.log('error', 'feed.read', { reason: error.message }))
      .finally(() => this.inFlight.delete(read));
    this.inFlight.set(read, call);
    return true;
  }

  private receiveAnswer(read: Read, answer: ProviderAnswer): void {
    const nowMs = this.deps.clock.now();
    const sentMs = read.sentMs ?? nowMs;
    read.sentMs = undefined;
    if (answer.kind === 'strikes') this.receiveStrikes(read, answer, nowMs);
    else this.receiveFailure(read, answer, sentMs, nowMs);
  }

  private receiveFailure(read: Read, answer: FailedAnswer, sentMs: number, nowMs: number): void {
    const { random, ledger, log, announce } = this.deps;
    ledger.facts.add('failures', 1);
    log('warn', 'provider.call', { outcome: answer.kind, reason: answer.reason, failures: read.failures });
    const breaker = ledger.facts.read('breaker');
    if (answer.kind === 'paused') {
      this.pause(answer.retryAfterMs, nowMs);
      ledger.facts.write('breaker', breakerWithoutProbe(breaker, nowMs));
      if (read.owedId !== undefined) ledger.windows.deferOwed(read.owedId, nowMs + answer.retryAfterMs, read.failures);
      return;
    }
    read.failures += 1;
    const { kind } = answer;
    const denied = kind === 'rejected' && answer.denied;
    const superseded = read.owedId === undefined && !this.polls.reads().includes(read);
    const failure = { kind, denied, failures: read.failures, superseded, sentMs };
    const verdict = failureVerdict(failure, breaker, nowMs, random());
    read.notBeforeMs = verdict.notBeforeMs;
    ledger.facts.write('breaker', verdict.breaker);
    if (breaker.state === 'closed' && verdict.breaker.state === 'open') announce();
    if (read.owedId !== undefined) {
      ledger.windows.deferOwed(read.owedId, read.notBeforeMs, verdict.final ? 0 : read.failures);
    } else if (verdict.final && !superseded) this.polls.giveUp(read, nowMs);
  }

  private receiveStrikes(read: Read, answer: Extract<ProviderAnswer, { kind: 'strikes' }>, nowMs: number): void {
    const { ledger, log, publish } = this.deps;
    if (answer.providerTimeMs !== undefined) this.providerClock.observe(answer.providerTimeMs, nowMs);
    const truncated = answer.rows >= PROVIDER_LIMIT;
    const parts = truncated ? splitWindow(read.window) : [];
    if (truncated && parts.length === 0) log('error', 'feed.unsplittable', { rows: answer.rows });
    const afterSeq = ledger.strikes.seq;
    const recovered = ledger.facts.read('breaker').state !== 'closed';
    const fresh = ledger.transaction(() => {
      const numbered = ledger.strikes.number(recentEnough(answer.strikes, nowMs), nowMs, read.timelyFromMs);
      ledger.facts.write('breaker', breakerAfterSuccess());
      if (read.regionKey === HOME_REGION && read.owedId === undefined) ledger.facts.write('lastSuccessMs', nowMs);
      if (answer.skipped.length > 0) ledger.facts.add('skippedEvents', answer.skipped.length);
      if (read.owedId !== undefined) this.owed.answered(read, parts, answer.rows, truncated, nowMs);
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
    if (recovered) this.recover(nowMs);
  }

  /** The provider answers again: what was left alone because it did not is due now. */
  private recover(nowMs: number): void {
    this.polls.hasten(nowMs);
    this.deps.ledger.windows.liftRests(nowMs);
    this.deps.announce();
  }
}
