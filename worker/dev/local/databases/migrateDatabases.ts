import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_readConfig as readConfig } from 'wrangler';
import { applyMigrations, migrationsIn } from './applyMigrations.ts';

interface BoundDatabase {
  readonly binding: string;
  readonly database_id?: string;
  readonly migrations_dir?: string;
}

const databasesOf = (root: string): BoundDatabase[] => readConfig({ config: join(root, 'wrangler.toml') }).d1_databases;

/** The names of all migrations that wrangler.toml's databases may have had. */
export async function knownMigrations(root: string): Promise<string[]> {
  const dirs = databasesOf(root).flatMap(({ migrations_dir: dir }) => dir ?? []);
  return (await Promise.all(dirs.map((dir) => migrationsIn(join(root, dir))))).flat();
}

/** Brings every database that wrangler.toml binds up to date, with the `migrations_dir` that it names. */
export async function migrateDatabases(miniflare: Miniflare, root: string): Promise<void> {
  for (const { binding, migrations_dir: dir } of databasesOf(root)) {
    if (dir !== undefined) await applyMigrations(await miniflare.getD1Database(binding), join(root, dir));
  }
}

/** Does so for the databases kept in `persistencePath`, on a runtime of its own that nobody else can reach. */
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
