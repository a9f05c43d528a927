import type { Clock } from '#shared/time/Clock.ts';
import type { Log } from '../observability/log.ts';
import { clientNetworks } from './clientNetworks.ts';
import { HttpProblem } from './HttpProblem.ts';

/** The period of the rate limits in wrangler.toml that are charged here. */
const PERIOD_S = 60;
/** So long a client is taken to have spent its budget before the limiter is asked again. */
const SPENT_FOR_MS = 10_000;
const MAX_CLIENTS = 10_000;

export interface RateBudgetOptions {
  /** What is spent, in words for the client. */
  readonly what: string;
  /** The cost that one unit of the limiter pays for. Less is put on a tab, in this isolate's memory. */
  readonly costAUnit: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** 127.0.0.1 and ::1 as `clientNetworks` writes them. */
const LOOPBACK: readonly string[] = ['127.0.0.1', '0:0:0:0::/64'];

/** The network that a request's `CF-Connecting-IP` counts as; empty without one and on a developer's machine. */
export function clientOf(address: string | undefined): string {
  const network = address ? clientNetworks(address).near : '';
  return LOOPBACK.includes(network) ? '' : network;
}

/**
 * What clients may cost. The platform's limiter counts calls, so it is called once for each unit of cost, after the fact; a
 * client it refuses is refused here for some seconds without asking. The client without a name is never charged.
 */
export class RateBudget {
  private readonly options: RateBudgetOptions;
  private readonly tabs = new Map<string, number>();
  private readonly spentUntilMs = new Map<string, number>();

  constructor(options: RateBudgetOptions) {
    this.options = options;
  }

  /** @throws HttpProblem 429 if the client was found to have spent its budget */
  check(client: string): void {
    if ((this.spentUntilMs.get(client) ?? 0) <= this.options.clock.now()) return;
    const detail = `Your network has used up its share of ${this.options.what} for this minute.`;
    throw new HttpProblem(429, 'rate-limited', detail, { retryAfterSeconds: PERIOD_S });
  }

  /** Charges the client. If the limiter does not answer, nothing is charged: what it guards is bounded in itself. */
  async charge(rate: RateLimit, client: string, cost: number): Promise<void> {
    if (client === '') return;
    const { costAUnit, clock, log, what } = this.options;
    const owed = (this.tabs.get(client) ?? 0) + cost;
    this.remember(this.tabs, client, owed % costAUnit);
    try {
      for (let unit = 1; unit <= owed / costAUnit; unit += 1) {
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
