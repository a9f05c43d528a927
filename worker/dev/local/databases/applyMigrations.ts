import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { unstable_splitSqlQuery as splitSqlQuery } from 'wrangler';

type LocalD1 = Awaited<ReturnType<Miniflare['getD1Database']>>;

/** The table in which `wrangler d1 migrations` records the files it applied. */
const APPLIED_TABLE =
  'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)';

/** The names of the migrations in `dir`, in the order in which they are applied. */
export async function migrationsIn(dir: string): Promise<string[]> {
  return (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
}

/** Applies the migrations in `dir` that are new to `db`, in order of their names. Returns the names applied. */
export async function applyMigrations(db: LocalD1, dir: string): Promise<string[]> {
  await db.prepare(APPLIED_TABLE).run();
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  const names = (await migrationsIn(dir)).filter((name) => !applied.has(name));
  for (const name of names) {
    const statements = splitSqlQuery(await readFile(join(dir, name), 'utf8'));
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ]);
  }
  return names;
}
