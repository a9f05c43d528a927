import { env, runInDurableObject } from 'cloudflare:test';
import { FeedLedger } from '#worker/feed/ledger/FeedLedger.ts';
import archiveTables from '#worker/migrations/0001_schema.sql?raw';
import type { Feed } from '#worker/objects/Feed.ts';
import type { Hindcast } from '#worker/objects/Hindcast.ts';
import type { Nowcast } from '#worker/objects/Nowcast.ts';
import type { Relay } from '#worker/objects/Relay.ts';
import outboxTables from '#worker/outboxMigrations/0001_schema.sql?raw';
import type { Env } from '#worker/settings/Env.ts';

export const testEnv = env as unknown as Env;

/** The namespaces of objects, by which a test gets at what is in them. */
export const testObjects = env as unknown as {
  readonly FEED: DurableObjectNamespace<Feed>;
  readonly RELAY: DurableObjectNamespace<Relay>;
  readonly WATCH: DurableObjectNamespace;
  readonly NOWCAST: DurableObjectNamespace<Nowcast>;
  readonly HINDCAST: DurableObjectNamespace<Hindcast>;
  readonly WITNESS: DurableObjectNamespace;
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

/** Runs `work` with the storage of a Watch object that nobody else knows. */
export async function withWatchStorage<Result>(
  work: (storage: DurableObjectStorage) => Result | Promise<Result>,
): Promise<Result> {
  const watch = testObjects.WATCH.getByName(crypto.randomUUID());
  return await runInDurableObject(watch, (_, { storage }) => work(storage));
}

/** Runs `work` beside a Feed nobody else knows, with a ledger over its storage. */
export async function withLedger<Result>(
  work: (ledger: FeedLedger, state: DurableObjectState) => Result | Promise<Result>,
): Promise<Result> {
  return await runInDurableObject(feedNamed(), (_feed, state) => work(new FeedLedger(state.storage), state));
}

function statementsOf(migration: string): string[] {
  return migration
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** An empty archive. */
export function emptyArchive(): Promise<D1Database> {
  return afresh(testEnv.DB, archiveTables);
}

/** An empty database of messages, keys and walls. */
export function emptyOutbox(): Promise<D1Database> {
  return afresh(testEnv.OUTBOX_DB, outboxTables);
}

async function afresh(db: D1Database, migration: string): Promise<D1Database> {
  const statements = statementsOf(migration);
  const tables = statements.flatMap((statement) => /^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? []);
  await db.batch(tables.map((table) => db.prepare(`DROP TABLE IF EXISTS ${table}`)));
  await db.batch(statements.map((statement) => db.prepare(statement)));
  return db;
}
