import type { Env } from '../Env.ts';
import type { Feed } from './Feed.ts';
import type { Relay } from './Relay.ts';

/** The one Feed. */
export function feedStub(env: Env): DurableObjectStub<Feed> {
  return env.FEED.getByName('feed');
}

/** The relay of that name, as `relayName` gives it. */
export function relayStub(env: Env, name: string): DurableObjectStub<Relay> {
  return env.RELAY.getByName(name);
}

export function relayName(index: number): string {
  return `relay:${index}`;
}
