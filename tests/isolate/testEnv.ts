import { env, runInDurableObject } from 'cloudflare:test';
import { FeedLedger } from '#worker/feed/ledger/FeedLedger.ts';
import strikeTable from '#worker/migrations/0001_strike.sql?raw';
import archiveSize from '#worker/migrations/0003_archive_size.sql?raw';
import unreadSpan from '#worker/migrations/0004_unread.sql?raw';
import counts from '#worker/migrations/0005_counts.sql?raw';
import packedDays from '#worker/migrations/0006_packed_days.sql?raw';
import type { Feed } from '#worker/objects/Feed.ts';
import type { Relay } from '#worker/objects/Relay.ts';
import outboxTable from '#worker/outboxMigrations/0001_outbox.sql?raw';
import type { Env } from '#worker/settings/Env.ts';

export const testEnv = env as unknown as Env;

/** The Feed of that name; the product's own is called `feed`. */
export function feedNamed(name: string = crypto.randomUUID()): DurableObjectStub<Feed> {
  return testEnv.FEED.getByName(name) as unknown as DurableObjectStub<Feed>;
}

/** Lets the Feed sleep: an alarm that outlives its test would ask a provider that is not there. */
export async function rest(feed: DurableObjectStub<Feed>): Promise<void> {
  await runInDurableObject(feed, (_, { storage }) => storage.deleteAlarm());
}

export function relayNamed(name: string): DurableObjectStub<Relay> {
  return testEnv.RELAY.getByName(name) as unknown as DurableObjectStub<Relay>;
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

/** The statements that bring an archive of the first release up to date. */
export const archiveUpgrade = statementsOf(archiveSize + unreadSpan + counts + packedDays);

/** An empty archive with the schema that its migrations make, or the first of them alone. */
export function emptyArchive(upgraded = true): Promise<D1Database> {
  return afresh(
    testEnv.DB,
    ['strike', 'archive_state', 'unread_span', 'cell_count', 'home_count', 'dirty_hour', 'packed_day'],
    upgraded ? strikeTable + archiveSize + unreadSpan + counts + packedDays : strikeTable,
  );
}

/** An empty outbox with the schema that its migration makes. */
export function emptyOutbox(): Promise<D1Database> {
  return afresh(testEnv.OUTBOX_DB, ['outbox', 'network_salt', 'contact_refusal'], outboxTable);
}

async function afresh(db: D1Database, tables: readonly string[], migration: string): Promise<D1Database> {
  await db.batch(tables.map((table) => db.prepare(`DROP TABLE IF EXISTS ${table}`)));
  await db.batch(statementsOf(migration).map((statement) => db.prepare(statement)));
  return db;
}
