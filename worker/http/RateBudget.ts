import type { Clock } from '#shared/Clock.ts';
import type { Log } from '#worker/http/outbound/log.ts';
import { HttpProblem } from './responses.ts';
import type { Caller } from './visitors.ts';

const PERIOD_S = 60;
/** How long a client counts as over budget before the limiter is queried again. */
const SPENT_FOR_MS = 10_000;
const MAX_CLIENTS = 10_000;

export interface RateBudgetOptions {
  readonly what: string;
  /** The cost of one unit of the limiter. Less is put on a tab, in this isolate's memory. */
  readonly costAUnit: number;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * All hosts of an IPv6 /48 together may cost as much as this many: one customer may choose among 65,536 such hosts, but
 * if a provider puts several customers in one, a neighbour must not use up all.
 */
const HOSTS_A_NETWORK = 4;

/**
 * What callers may cost, each host and all hosts of a network together. The platform's limiter counts calls, so it is
 * called once per unit of cost, afterwards; a caller it refuses is refused here for some seconds without asking.
 */
export class RateBudget {
  private readonly options: RateBudgetOptions;
  private readonly tabs = new Map<string, number>();
  private readonly spentUntilMs = new Map<string, number>();

  constructor(options: RateBudgetOptions) {
    this.options = options;
  }

  /** @throws HttpProblem 429 if the caller has spent its budget */
  check({ network, host }: Caller): void {
    const nowMs = this.options.clock.now();
    const isSpent = (name: string) => (this.spentUntilMs.get(name) ?? 0) > nowMs;
    if (!isSpent(host) && !isSpent(network)) return;
    const detail = `Rate limit exceeded: your network has used its quota for ${this.options.what} this minute.`;
    throw new HttpProblem(429, 'rate-limited', detail, { retryAfterSeconds: PERIOD_S });
  }

  /** If the limiter does not answer, nothing is charged: the guarded work is bounded in itself. */
  async charge(rate: RateLimit, { network, host }: Caller, cost: number): Promise<void> {
    if (host === '') return;
    const { costAUnit } = this.options;
    await this.chargeName(rate, host, cost, costAUnit);
    if (network !== host) await this.chargeName(rate, network, cost, HOSTS_A_NETWORK * costAUnit);
  }

  private async chargeName(rate: RateLimit, client: string, cost: number, costAUnit: number): Promise<void> {
    const { clock, log, what } = this.options;
    const backlog = (this.tabs.get(client) ?? 0) + cost;
    this.remember(this.tabs, client, backlog % costAUnit);
    try {
      for (let unit = 1; unit <= backlog / costAUnit; unit += 1) {
        if ((await rate.limit({ key: client })).success) continue;
        this.remember(this.spentUntilMs, client, clock.now() + SPENT_FOR_MS);
        return;
      }
    } catch (error) {
      log('error', 'client.rate', { what, reason: (error as Error).name });
    }
  }

  private remember(map: Map<string, number>, client: string, value: number): void {
    if (map.size >= MAX_CLIENTS) map.clear();
    map.set(client, value);
  }
}
