import type { FeedCalls, RelayCalls } from '../feed/FeedCalls.ts';
import type { Env } from '../settings/Env.ts';

/** The one Feed. */
export function feedStub(env: Env): FeedCalls {
  return env.FEED.getByName('feed') as unknown as FeedCalls;
}

/** The relay named by `relayName`. Its `fetch` opens a stream. */
export function relayStub(env: Env, name: string): RelayCalls & Pick<Fetcher, 'fetch'> {
  return env.RELAY.getByName(name) as unknown as RelayCalls & Pick<Fetcher, 'fetch'>;
}

export function relayName(index: number): string {
  return `relay:${index}`;
}
