import { env, runInDurableObject } from 'cloudflare:test';
import type { Env } from '#worker/Env.ts';
import { FeedLedger } from '#worker/feed/ledger/FeedLedger.ts';
import strikeTable from '../../worker/storage/migrations/0001_strike.sql?raw';

export const testEnv = env as unknown as Env;

/** Runs `work` beside a Feed nobody else knows, with a ledger over its storage. */
export async function withLedger<Result>(
  work: (ledger: FeedLedger, state: DurableObjectState) => Result | Promise<Result>,
  name: string = crypto.randomUUID(),
): Promise<Result> {
  return await runInDurableObject(testEnv.FEED.getByName(name), (_feed, state) =>
    work(new FeedLedger(state.storage), state),
  );
}

/** An empty archive with the schema that its migration makes. */
export async function emptyArchive(): Promise<D1Database> {
  const db = testEnv.DB;
  await db.batch(['strike', 'archive_state'].map((table) => db.prepare(`DROP TABLE IF EXISTS ${table}`)));
  const statements = strikeTable
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  await db.batch(statements.map((statement) => db.prepare(statement)));
  return db;
}
