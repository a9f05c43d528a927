import type { FeedCalls, RelayCalls } from '#worker/feed/FeedCalls.ts';
import type { KeyMeterCalls } from '#worker/keys/UnitPurse.ts';
import type { NowcastCalls } from '#worker/nowcast/NowcastCalls.ts';
import type { Env } from '#worker/settings/Env.ts';
import type { Attempt, SendJob } from '#worker/watch/deliver/Attempt.ts';
import type { WatchCalls } from '#worker/watch/operations/operations.ts';
import type { Sender } from './Sender.ts';

/** Objects that answer `Calls`. The platform's own type of a stub knows no tuples: it makes arrays of them. */
interface Objects<Calls> {
  getByName(name: string, options?: DurableObjectNamespaceGetDurableObjectOptions): Calls;
}

declare module '#worker/settings/Env.ts' {
  interface Env {
    readonly FEED: Objects<FeedCalls>;
    readonly RELAY: Objects<RelayCalls & Pick<Fetcher, 'fetch'>>;
    readonly WATCH: Objects<WatchCalls>;
    readonly NOWCAST: Objects<NowcastCalls>;
    readonly KEY_METER: Objects<KeyMeterCalls>;
  }
}

declare global {
  namespace Cloudflare {
    /** Tells the platform's types what of worker/index.ts is asked for as `ctx.exports`. */
    interface GlobalProps {
      mainModule: { Sender: typeof Sender };
    }
  }
}

/**
 * Near most viewers, and near each other. Cloudflare heeds it as best it can, and only when an object is named for the
 * first time: without it, an object stands for ever where its first visitor happened to be.
 */
const NEAR_BALKANS = { locationHint: 'eeur' } as const;

/** The one Feed. */
export function feedStub(env: Env): FeedCalls {
  return env.FEED.getByName('feed', NEAR_BALKANS);
}

/** The one object that follows home's storm cells. */
export function nowcastStub(env: Env): NowcastCalls {
  return env.NOWCAST.getByName('home', NEAR_BALKANS);
}

/** The object that counts what the keys of an account use. */
export function keyMeterStub(env: Env, account: string): KeyMeterCalls {
  return env.KEY_METER.getByName(account, NEAR_BALKANS);
}

/** The relay named by `relayName`. Its `fetch` opens a stream. */
export function relayStub(env: Env, name: string): RelayCalls & Pick<Fetcher, 'fetch'> {
  return env.RELAY.getByName(name, NEAR_BALKANS);
}

/** The object that watches the books whose ids begin with the hex digit `shard`. */
export function watchStub(env: Env, shard: string): WatchCalls {
  return env.WATCH.getByName(shard, NEAR_BALKANS);
}

export function relayName(index: number): string {
  return `relay:${index}`;
}

/** A Worker of its own for each call, with connections of its own. */
export function senderStub(ctx: DurableObjectState): { send(jobs: readonly SendJob[]): Promise<Attempt[]> } {
  return ctx.exports.Sender;
}
