import { PLANS, type PlanLimits } from '#shared/plans.ts';
import { HttpProblem } from '#worker/http/HttpProblem.ts';
import { accountName } from './accountName.ts';
import type { CallPace } from './CallPace.ts';
import type { KeyRecord } from './KeyRecord.ts';
import { rateLimitHeaders } from './rateLimitHeaders.ts';
import type { AskMeter, Payment, UnitPurse } from './UnitPurse.ts';

export interface BearerDeps {
  readonly purse: UnitPurse;
  readonly pace: CallPace;
  readonly pause: (ms: number) => Promise<void>;
  /** Reaches the account's meter in the name of this request. */
  readonly ask: AskMeter;
  readonly defer: (work: Promise<unknown>) => void;
}

/** Who sent a good key with the request at hand, and what it may still cost. */
export class Bearer {
  readonly key: KeyRecord;
  readonly limits: PlanLimits;
  private readonly deps: BearerDeps;

  constructor(key: KeyRecord, deps: BearerDeps) {
    this.key = key;
    this.limits = PLANS[key.plan];
    this.deps = deps;
  }

  /** Under which the bearer is counted beside networks. */
  get name(): string {
    return accountName(this.key.account);
  }

  get headers(): Readonly<Record<string, string>> {
    return rateLimitHeaders(this.limits.unitsAMinute, this.deps.purse.balance);
  }

  /**
   * Waits where calls come too fast.
   * @throws HttpProblem 429 if the limit of the plan is reached, or they come far too fast
   */
  async payCall(): Promise<void> {
    const { purse, pace, pause, ask, defer } = this.deps;
    const { callsASecond } = this.limits;
    const waitMs = pace.waitMs(callsASecond);
    if (waitMs === undefined) {
      const detail = `The key's plan has ${callsASecond} calls a second, and more are waiting already.`;
      throw new HttpProblem(429, 'rate-limited', detail, { retryAfterSeconds: 1, headers: this.headers });
    }
    if (waitMs > 0) await pause(waitMs);
    this.expectPaid(await purse.pay(1, ask, defer));
  }

  /**
   * Does work of which only the end shows what it costs, at most `units`.
   * @throws HttpProblem 429 if so much is not left
   */
  async payWork<Result>(
    units: number,
    work: () => Promise<Result>,
    costOf: (result: Result) => number,
  ): Promise<Result> {
    const { purse, ask, defer } = this.deps;
    const reserved = await purse.reserve(units, ask, defer);
    // Who is refused has not paid for the call either.
    if (!reserved.paid) purse.giveBack(1);
    this.expectPaid(reserved);
    let cost = 0;
    try {
      const result = await work();
      cost = costOf(result);
      return result;
    } finally {
      reserved.settle(cost);
    }
  }

  private expectPaid(payment: Payment): void {
    if (payment.paid) return;
    const detail = `The key's plan has ${this.limits.unitsAMinute} units a minute, and they are used up.`;
    const retryAfterSeconds = Math.max(1, Math.ceil(payment.retryMs / 1000));
    throw new HttpProblem(429, 'rate-limited', detail, { retryAfterSeconds, headers: this.headers });
  }
}
