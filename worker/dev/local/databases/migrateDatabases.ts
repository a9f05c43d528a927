import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_readConfig as readConfig, unstable_splitSqlQuery as splitSqlQuery } from 'wrangler';

type LocalD1 = Awaited<ReturnType<Miniflare['getD1Database']>>;

/** The table in which `wrangler d1 migrations` records applied files. */
const APPLIED_TABLE =
  'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)';

export async function migrationsIn(dir: string): Promise<string[]> {
  return (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
}

/** Applies new migrations in `dir`, in order of their names. Returns the names applied. */
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

interface BoundDatabase {
  readonly binding: string;
  readonly database_id?: string;
  readonly migrations_dir?: string;
}

const databasesOf = (root: string): BoundDatabase[] => readConfig({ config: join(root, 'wrangler.toml') }).d1_databases;

export async function knownMigrations(root: string): Promise<string[]> {
  const dirs = databasesOf(root).flatMap(({ migrations_dir: dir }) => dir ?? []);
  return (await Promise.all(dirs.map((dir) => migrationsIn(join(root, dir))))).flat();
}

export async function migrateDatabases(miniflare: Miniflare, root: string): Promise<void> {
  for (const { binding, migrations_dir: dir } of databasesOf(root)) {
    if (dir !== undefined) await applyMigrations(await miniflare.getD1Database(binding), join(root, dir));
  }
}

/** Migrates the databases in `persistencePath`, on a runtime of its own that nobody else can reach. */
export async function migrateKeptDatabases(persistencePath: string, root: string): Promise<void> {
  const d1Databases = Object.fromEntries(
    databasesOf(root).map(({ binding, database_id: id = binding }) => [binding, { id }] as const),
  );
  const script = 'export default {}';
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      resourcePersistencePath: persistencePath,
      workers: [{ name: 'migrations', modules: true, script, d1Databases }],
    }),
  );
  try {
    await miniflare.ready;
    await migrateDatabases(miniflare, root);
  } finally {
    await miniflare.dispose();
  }
}
