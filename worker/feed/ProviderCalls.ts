import { MINUTE_MS } from '#shared/time/hourKey.ts';
import type { ProviderAnswer, StrikeWindow, WindowSource } from '#worker/sources/port/StrikeSource.ts';
import type { FactLedger } from './ledger/FactLedger.ts';
import { breakerAfterCall, pauseCalls, probeTimeoutMs, spendCall } from './plan/pace.ts';

/** Every call to the provider goes through here, is counted, and makes an open breaker half-open. */
export class ProviderCalls {
  private readonly provider: WindowSource;
  private readonly facts: FactLedger;
  private readonly maxRps: number;
  private readonly rate = new CallRate();

  constructor(provider: WindowSource, facts: FactLedger, maxRps: number) {
    this.provider = provider;
    this.facts = facts;
    this.maxRps = maxRps;
  }

  /** Never rejects. */
  list(window: StrikeWindow, nowMs: number): Promise<ProviderAnswer> {
    const { facts } = this;
    this.rate.note(nowMs);
    facts.write('budget', spendCall(facts.read('budget'), nowMs, this.maxRps));
    const breaker = breakerAfterCall(facts.read('breaker'));
    facts.write('breaker', breaker);
    facts.add('calls', 1);
    return this.provider.list(window, probeTimeoutMs(breaker));
  }

  /** Stops every call for as long as the provider asked. */
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

class CallRate {
  private timesMs: number[] = [];

  note(nowMs: number): void {
    this.timesMs = [...this.timesMs.filter((atMs) => atMs > nowMs - MINUTE_MS), nowMs];
  }

  perMinute(nowMs: number): number {
    return this.timesMs.filter((atMs) => atMs > nowMs - MINUTE_MS).length;
  }
}
