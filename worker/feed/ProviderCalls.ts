import { MINUTE_MS } from '#shared/time/hourKey.ts';
import type { ProviderAnswer, StrikeWindow, WindowSource } from '#worker/sources/port/StrikeSource.ts';
import type { FactLedger } from './ledger/FactLedger.ts';
import { breakerAfterCall, pauseCalls, probeTimeoutMs, spendCall } from './plan/pace.ts';

/** Every call to the far side goes through here, is spaced and counted, and makes an open breaker half-open. */
export class SpacedCalls {
  private readonly facts: FactLedger;
  private readonly maxRps: number;
  private readonly rate = new CallRate();

  constructor(facts: FactLedger, maxRps: number) {
    this.facts = facts;
    this.maxRps = maxRps;
  }

  /** @param send what makes the one call, in `maxWaitMs` if that is set */
  ask<Answer>(nowMs: number, send: (maxWaitMs: number | undefined) => Answer): Answer {
    const { facts } = this;
    this.rate.note(nowMs);
    facts.write('budget', spendCall(facts.read('budget'), nowMs, this.maxRps));
    const breaker = breakerAfterCall(facts.read('breaker'));
    facts.write('breaker', breaker);
    facts.add('calls', 1);
    return send(probeTimeoutMs(breaker));
  }

  /** Stops every call for as long as the far side asked. */
  pause(retryAfterMs: number, nowMs: number): void {
    this.facts.write('budget', pauseCalls(this.facts.read('budget'), nowMs, retryAfterMs));
  }

  /** As `pause`, for regions other than home. */
  pauseForeign(retryAfterMs: number, nowMs: number): void {
    this.facts.write('foreignBudget', pauseCalls(this.facts.read('foreignBudget'), nowMs, retryAfterMs));
  }

  perMinute(nowMs: number): number {
    return this.rate.perMinute(nowMs);
  }
}

/** The calls to a source that is asked for windows. */
export class ProviderCalls extends SpacedCalls {
  private readonly source: WindowSource;

  constructor(source: WindowSource, facts: FactLedger, maxRps: number) {
    super(facts, maxRps);
    this.source = source;
  }

  /** Never rejects. */
  list(window: StrikeWindow, nowMs: number): Promise<ProviderAnswer> {
    return this.ask(nowMs, (maxWaitMs) => this.source.list(window, maxWaitMs));
  }
}

class CallRate {
  private timesMs: number[] = [];

  note(nowMs: number): void {
    this.timesMs = [...this.timesMs.filter((atMs) => atMs > nowMs - MINUTE_MS), nowMs];
  }

  perMinute(nowMs: number): number {
    return this.timesMs.filter((atMs) => atMs > nowMs - MINUTE_MS).length;
  }
}
