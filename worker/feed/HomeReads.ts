import { HOME_REGION } from '#shared/geo/regions.ts';
import { MAX_RETRIES, retryDelayMs } from '#worker/outbound/classifyAnswer.ts';
import { type FailedRead, isFormatBroken, isMuchUnreadable, UnreadableShare } from './judgeAnswer.ts';
import type { FeedLedger } from './ledger/FeedLedger.ts';
import type { PollSchedule } from './PollSchedule.ts';
import type { ProviderCalls } from './ProviderCalls.ts';
import { type Breaker, breakerAfterFailure, breakerAfterSuccess, breakerWithoutProbe } from './plan/pace.ts';
import type { ProviderNow } from './plan/planPoll.ts';
import type { PolledRegion } from './plan/planRegions.ts';
import type { Read } from './Read.ts';

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

  failed(read: Read, answer: FailedRead, sentMs: number, nowMs: number, random: number): boolean {
    const { facts, windows } = this.ledger;
    const breaker = facts.read('breaker');
    if (answer.kind === 'paused') {
      this.calls.pause(answer.retryAfterMs, nowMs);
      facts.write('breaker', breakerWithoutProbe(breaker, nowMs));
      if (read.owedId !== undefined) windows.deferOwed(read.owedId, nowMs + answer.retryAfterMs, read.failures);
      return false;
    }
    read.failures += 1;
    const { kind } = answer;
    const denied = kind === 'rejected' && answer.denied;
    const superseded = read.owedId === undefined && !this.polls.reads(HOME_REGION).includes(read);
    const failure = { kind, denied, failures: read.failures, superseded, sentMs };
    const verdict = failureVerdict(failure, breaker, nowMs, random);
    read.notBeforeMs = verdict.notBeforeMs;
    facts.write('breaker', verdict.breaker);
    if (read.owedId !== undefined) {
      windows.deferOwed(read.owedId, read.notBeforeMs, verdict.final ? 0 : read.failures);
    } else if (verdict.final && !superseded) this.polls.giveUp(read, nowMs);
    return breaker.state === 'closed' && verdict.breaker.state === 'open';
  }

  trusts(read: Read, rows: number, unreadable: number, nowMs: number): boolean {
    if (read.owedId === undefined) this.unreadable.note(read.window, rows, unreadable, nowMs);
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
    if (read.owedId === undefined) {
      facts.write('lastSuccessMs', nowMs);
      return this.noteReadability(read, trusted, nowMs) || recovered;
    }
    if (!trusted) windows.deferOwed(read.owedId, nowMs + UNREADABLE_REST_MS, 0);
    return recovered;
  }

  /** Keeps owed what polls could not read: as one instant while it lasts, as one gap once it is over. */
  private noteReadability({ window }: Read, trusted: boolean, nowMs: number): boolean {
    const { facts, windows } = this.ledger;
    const fromMs = facts.read('unreadableFromMs');
    if (!trusted) {
      facts.write('unreadableFromMs', Math.min(fromMs ?? window.fromMs, window.fromMs));
      return fromMs === null;
    }
    if (fromMs === null || this.unreadable.broken(nowMs)) return false;
    windows.owe({ bbox: window.bbox, fromMs, toMs: window.toMs }, HOME_REGION, 'gap', nowMs);
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
