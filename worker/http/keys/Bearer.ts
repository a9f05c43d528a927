import type { Clock } from '#shared/Clock.ts';
import { type ApiLimits, PLANS } from '#shared/plans.ts';
import { HttpProblem } from '#worker/http/responses.ts';
import { accountName, type KeyRecord } from './apiKeys.ts';
import { type Balance, type MeterQuery, type Payment, type QuotaLease, UNITS_WINDOW_MS } from './unitMeter.ts';

interface BearerDeps {
  readonly lease: QuotaLease;
  readonly pace: CallPace;
  readonly pause: (ms: number) => Promise<void>;
  /** Calls the account's meter within this request. */
  readonly request: MeterQuery;
  readonly defer: (work: Promise<unknown>) => void;
}

/** The sender of a request with a valid key, and its remaining units. */
export class Bearer {
  readonly key: KeyRecord;
  readonly limits: ApiLimits;
  private readonly deps: BearerDeps;

  constructor(key: KeyRecord, deps: BearerDeps) {
    this.key = key;
    this.limits = PLANS[key.plan].api;
    this.deps = deps;
  }

  get name(): string {
    return accountName(this.key.account);
  }

  get headers(): Readonly<Record<string, string>> {
    return rateLimitHeaders(this.limits.unitsAMinute, this.deps.lease.balance);
  }

  /**
   * Waits if calls come too fast.
   * @throws HttpProblem 429 if the limit of the plan is reached, or they come far too fast
   */
  async payCall(): Promise<void> {
    const { lease, pace, pause, request: queryMeter, defer } = this.deps;
    const { callsASecond } = this.limits;
    const waitMs = pace.waitMs(callsASecond);
    if (waitMs === undefined) {
      const detail = `Rate limit exceeded: this key's plan allows ${callsASecond} requests per second.`;
      throw new HttpProblem(429, 'rate-limited', detail, { retryAfterSeconds: 1, headers: this.headers });
    }
    if (waitMs > 0) await pause(waitMs);
    this.expectPaid(await lease.pay(1, queryMeter, defer));
  }

  /** @throws HttpProblem 429 if fewer than `units`, the maximum cost of the work, are left */
  async payWork<Result>(
    units: number,
    work: () => Promise<Result>,
    costOf: (result: Result) => number,
  ): Promise<Result> {
    const { lease, request: queryMeter, defer } = this.deps;
    const reserved = await lease.reserve(units, queryMeter, defer);
    // A refused caller does not pay for the call either.
    if (!reserved.paid) lease.giveBack(1);
    this.expectPaid(reserved);
    let cost = 0;
    try {
      const result = await work();
      cost = costOf(result);
      return result;
    } finally {
      reserved.finish(cost);
    }
  }

  private expectPaid(payment: Payment): void {
    if (payment.paid) return;
    const detail = `Quota exceeded: this key's plan allows ${this.limits.unitsAMinute} units per minute.`;
    const retryAfterSeconds = Math.max(1, Math.ceil(payment.retryMs / 1000));
    throw new HttpProblem(429, 'rate-limited', detail, { retryAfterSeconds, headers: this.headers });
  }
}

const MOST_WAIT_MS = 2_000;
/** This much idle time is saved up for a burst. */
const BURST_MS = 2_000;

/** Spaces one account's calls in one isolate, so that a burst of one client does not make others wait. */
export class CallPace {
  private readonly clock: Clock;
  /** When the next call would be let through if none ever came faster. */
  private dueMs = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  waitMs(callsASecond: number): number | undefined {
    const nowMs = this.clock.now();
    const dueMs = Math.max(this.dueMs, nowMs - BURST_MS);
    const waitMs = Math.max(0, dueMs - nowMs);
    if (waitMs > MOST_WAIT_MS) return undefined;
    this.dueMs = dueMs + 1_000 / callsASecond;
    return waitMs;
  }
}

/**
 * `RateLimit-Policy` and `RateLimit` as in draft-ietf-httpapi-ratelimit-headers-10: the limit and its window, the units
 * left, and the seconds until more become free.
 */
export function rateLimitHeaders(unitsAMinute: number, { left, resetMs }: Balance): Record<string, string> {
  return {
    'RateLimit-Policy': `"units";q=${unitsAMinute};w=${UNITS_WINDOW_MS / 1000}`,
    RateLimit: `"units";r=${left};t=${Math.ceil(resetMs / 1000)}`,
  };
}
