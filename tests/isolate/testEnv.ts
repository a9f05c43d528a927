import { env, runInDurableObject } from 'cloudflare:test';
import { freshDatabase } from '#tests/support/sqlite/countedDatabase.ts';
import archiveTables from '#worker/archive/0001_archive.sql?raw';
import outboxTables from '#worker/features/contact/0001_schema.sql?raw';
import type { Hindcast } from '#worker/features/verification/Hindcast.ts';
import type { Feed } from '#worker/feed/Feed.ts';
import type { Env } from '#worker/http/Env.ts';
import type { Nowcast } from '#worker/nowcast/Nowcast.ts';
import type { Relay } from '#worker/relay/Relay.ts';

export const testEnv = env as unknown as Env;

/** The namespaces of objects, by which a test gets at what is in them. */
export const testObjects = env as unknown as {
  readonly FEED: DurableObjectNamespace<Feed>;
  readonly RELAY: DurableObjectNamespace<Relay>;
  readonly WATCH: DurableObjectNamespace;
  readonly NOWCAST: DurableObjectNamespace<Nowcast>;
  readonly HINDCAST: DurableObjectNamespace<Hindcast>;
  readonly CROSS_CHECK: DurableObjectNamespace;
};

/** The Feed of that name; the product's own is called `feed`. */
export function feedNamed(name: string = crypto.randomUUID()): DurableObjectStub<Feed> {
  return testObjects.FEED.getByName(name);
}

/** Lets the Feed sleep: an alarm that outlives its test would ask a provider that is not there. */
export async function rest(feed: DurableObjectStub<Feed>): Promise<void> {
  await runInDurableObject(feed, (_, { storage }) => storage.deleteAlarm());
}

export function relayNamed(name: string): DurableObjectStub<Relay> {
  return testObjects.RELAY.getByName(name);
}

/** An empty archive. */
export function emptyArchive(): Promise<D1Database> {
  return freshDatabase(testEnv.DB, archiveTables);
}

/** An empty database of messages, keys and walls. */
export function emptyOutbox(): Promise<D1Database> {
  return freshDatabase(testEnv.OUTBOX_DB, outboxTables);
}
