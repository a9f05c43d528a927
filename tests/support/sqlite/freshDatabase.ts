import type { Database } from './countedDatabase.ts';

function statementsOf(migration: string): string[] {
  return migration
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** The database with the tables of that migration, all empty. */
export async function freshDatabase<Kind extends Database>(db: Kind, migration: string): Promise<Kind> {
  const statements = statementsOf(migration);
  const tables = statements.flatMap((statement) => /^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? []);
  await db.batch(tables.map((table) => db.prepare(`DROP TABLE IF EXISTS ${table}`)));
  await db.batch(statements.map((statement) => db.prepare(statement)));
  return db;
}
