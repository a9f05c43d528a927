import type { FeedCalls, HindcastCalls, NowcastCalls, RelayCalls } from '#worker/calls.ts';
import type { Env } from '#worker/http/Env.ts';
import type { KeyMeterCalls } from '#worker/http/keys/unitMeter.ts';
import type { Attempt, SendJob } from '#worker/watch/delivery.ts';
import type { WatchCalls } from '#worker/watch/operations.ts';

/** Objects that implement `Calls`. The platform's own stub type turns tuples into arrays. */
export interface Objects<Calls> {
  getByName(name: string, options?: DurableObjectNamespaceGetDurableObjectOptions): Calls;
}

declare module '#worker/http/Env.ts' {
  interface Env {
    readonly FEED: Objects<FeedCalls>;
    readonly RELAY: Objects<RelayCalls & Pick<Fetcher, 'fetch'>>;
    readonly WATCH: Objects<WatchCalls>;
    readonly NOWCAST: Objects<NowcastCalls>;
    readonly HINDCAST: Objects<HindcastCalls>;
    readonly KEY_METER: Objects<KeyMeterCalls>;
  }
}

/**
 * Near most viewers, and near each other. Only a hint, and only when an object is first named; without it, an object
 * stays permanently near its first visitor.
 */
export const NEAR_BALKANS = { locationHint: 'eeur' } as const;

export function feedStub(env: Env): FeedCalls {
  return env.FEED.getByName('feed', NEAR_BALKANS);
}

export function nowcastStub(env: Env): NowcastCalls {
  return env.NOWCAST.getByName('home', NEAR_BALKANS);
}

export function hindcastStub(env: Env): HindcastCalls {
  return env.HINDCAST.getByName('home', NEAR_BALKANS);
}

export function keyMeterStub(env: Env, account: string): KeyMeterCalls {
  return env.KEY_METER.getByName(account, NEAR_BALKANS);
}

/** Named by `relayName`. Its `fetch` opens a stream. */
export function relayStub(env: Env, name: string): RelayCalls & Pick<Fetcher, 'fetch'> {
  return env.RELAY.getByName(name, NEAR_BALKANS);
}

/** `shard` is the first hex digit of its watchlists' ids. */
export function watchStub(env: Env, shard: string): WatchCalls {
  return env.WATCH.getByName(shard, NEAR_BALKANS);
}

export function relayName(index: number): string {
  return `relay:${index}`;
}

/** A separate Worker for each call, with its own connections. */
export function senderStub(ctx: DurableObjectState): { send(jobs: readonly SendJob[]): Promise<Attempt[]> } {
  return ctx.exports.Sender;
}
