import { test } from 'vitest';
import { freshDatabase } from '#tests/support/sqlite/countedDatabase.ts';
import { NodeDatabase, NodeStorage } from '#tests/support/sqlite/nodeStorage.ts';
import archiveTables from '#worker/archive/0001_archive.sql?raw';
import outboxTables from '#worker/features/contact/0001_schema.sql?raw';
import { FeedLedger } from '#worker/feed/ledger.ts';

const nodeDatabase = () => new NodeDatabase() as unknown as D1Database;

export const testEnv = { DB: nodeDatabase(), OUTBOX_DB: nodeDatabase() };

/** Runs `work` with an object's storage that is empty. */
export async function withStorage<Result>(
  work: (storage: DurableObjectStorage) => Result | Promise<Result>,
): Promise<Result> {
  const storage = new NodeStorage();
  try {
    return await work(storage as unknown as DurableObjectStorage);
  } finally {
    storage.close();
  }
}

/** Runs `work` with a Feed's ledger over separate storage, as the object begins it. */
export const withLedger = <Result>(
  work: (ledger: FeedLedger, storage: DurableObjectStorage) => Result | Promise<Result>,
): Promise<Result> =>
  withStorage((storage) => {
    const ledger = new FeedLedger(storage);
    ledger.facts.beginEpoch(crypto.randomUUID().slice(0, 8));
    return work(ledger, storage);
  });

/** A test of a Feed's ledger. */
export const ledgerTest = (title: string, work: Parameters<typeof withLedger<void>>[0]): void =>
  test(title, () => withLedger(work));

/** An empty archive. */
export const emptyArchive = () => freshDatabase(testEnv.DB, archiveTables);

/** An empty database of messages, keys and walls. */
export const emptyOutbox = () => freshDatabase(testEnv.OUTBOX_DB, outboxTables);
