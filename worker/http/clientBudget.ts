import { log } from '../observability/log.ts';
import { clientNetworks } from './clientNetworks.ts';
import { HttpProblem } from './HttpProblem.ts';

/** The period of the rate limits in wrangler.toml that are charged here. */
const PERIOD_S = 60;

/** One client's share of something that is counted by a rate limit. */
export interface ClientBudget {
  /** Names the client among others: its network. */
  readonly client: string;
  /**
   * Spends the first unit.
   * @throws HttpProblem 429 if the budget is spent
   */
  enter(): Promise<void>;
  /** Spends further units; more than are left are forgiven. */
  charge(units: number): Promise<void>;
}

/**
 * The budget of the client with this `CF-Connecting-IP`. Without an address, as on a developer's machine, nobody is
 * charged. If the limiter does not answer, the client is let through: the work itself is bounded.
 */
export function clientBudget(rate: RateLimit, address: string | undefined, what: string): ClientBudget {
  const client = address ? clientNetworks(address).near : '';
  const spend = async (): Promise<boolean> => {
    if (!client) return true;
    try {
      return (await rate.limit({ key: client })).success;
    } catch (error) {
      log('error', 'client.rate', { what, reason: (error as Error).name });
      return true;
    }
  };
  return {
    client,
    async enter() {
      if (await spend()) return;
      const detail = `Your network has used up its share of ${what} for this minute.`;
      throw new HttpProblem(429, 'rate-limited', detail, { retryAfterSeconds: PERIOD_S });
    },
    async charge(units) {
      await Promise.all(Array.from({ length: units }, spend));
    },
  };
}
