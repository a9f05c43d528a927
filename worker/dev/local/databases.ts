import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_readConfig as readConfig, unstable_splitSqlQuery as splitSqlQuery } from 'wrangler';
import { localSettings } from './localSettings.ts';

/** No network, prompts or banners; logs and configuration stay inside the project. */
function wranglerEnvironment(root: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CI: '1',
    NO_COLOR: '1',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    WRANGLER_LOG_PATH: join(root, '.wrangler/logs'),
    XDG_CONFIG_HOME: join(root, '.wrangler/config'),
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  };
}

/** Returns what wrangler printed on each stream, and its exit code. */
export async function runWrangler(root: string, ...args: readonly string[]) {
  const tool = join(root, 'node_modules/wrangler/bin/wrangler.js');
  const child = spawn(process.execPath, [tool, ...args], { cwd: root, env: wranglerEnvironment(root) });
  let [output, faults] = ['', ''];
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (faults += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output, faults };
}

/** `target` selects the databases in wrangler's arguments: `--local …`, or `--remote --env NAME`. */
interface TargetedTexts {
  readonly texts: readonly string[];
  readonly target: readonly string[];
}

/**
 * Separates `--remote --env staging|production` from a command's arguments. Without both, the target is the local state
 * in `stateDir`.
 * @throws RangeError with `usage` if only one of them is given
 */
export function databaseTarget(args: readonly string[], stateDir: string, usage: string): TargetedTexts {
  const rest = [...args];
  const at = rest.indexOf('--env');
  const environment = at < 0 ? undefined : (rest.splice(at, 2)[1] ?? '');
  const commandArgs = rest.filter((word) => word !== '--remote');
  const remote = commandArgs.length < rest.length;
  if (!remote && environment === undefined)
    return { texts: commandArgs, target: ['--local', '--persist-to', stateDir] };
  if (remote && (environment === 'staging' || environment === 'production')) {
    return { texts: commandArgs, target: ['--remote', '--env', environment] };
  }
  throw new RangeError(`--remote and --env staging|production must be given together\n\n${usage}`);
}

/** `text` as an SQL expression, safe with any characters. */
export function sqlText(text: string): string {
  const hex = [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `CAST(X'${hex}' AS TEXT)`;
}

export interface SqlRow {
  readonly [column: string]: string | number | null;
}

/** A local database is one file that the running product also writes: the second writer is refused. */
const BUSY = 'SQLITE_BUSY';
const BUSY_ATTEMPTS = 20;
const AGAIN_MS = 200;

/** @throws Error with wrangler's output, if the statement fails */
async function executeSql(root: string, database: string, target: readonly string[], sql: string): Promise<SqlRow[]> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await executeOnce(root, database, target, sql);
    } catch (error) {
      if (attempts === BUSY_ATTEMPTS || !(error as Error).message.includes(BUSY)) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

export async function appliedMigrations(root: string, database: string, target: readonly string[]): Promise<string[]> {
  const request = (sql: string) => executeSql(root, database, target, sql);
  const tables = await request("SELECT name FROM sqlite_master WHERE name = 'd1_migrations'");
  return tables.length === 0 ? [] : (await request('SELECT name FROM d1_migrations')).map(({ name }) => String(name));
}

async function executeOnce(root: string, database: string, target: readonly string[], sql: string): Promise<SqlRow[]> {
  const args = ['d1', 'execute', database, ...target, '--json', '--yes', '--command', sql];
  const { code, output, faults } = await runWrangler(root, ...args);
  if (code !== 0) throw new Error(`${output}${faults}`.trim());
  const [result] = JSON.parse(output.slice(output.indexOf('['))) as { results: SqlRow[] }[];
  return result?.results ?? [];
}

/** Runs statements on the outbox's database, which also contains keys. */
export type RunSql = (target: readonly string[], sql: string) => Promise<SqlRow[]>;

/** Runs a command of `npm run`: prints its result, or why it failed. `stateDir` is the local state's directory. */
export async function runCommand(
  command: (args: readonly string[], stateDir: string, run: RunSql) => Promise<string>,
): Promise<void> {
  const root = join(import.meta.dirname, '../../..');
  try {
    const { stateDir } = localSettings(process.env, root);
    const run: RunSql = (target, sql) => executeSql(root, 'OUTBOX_DB', target, sql);
    process.stdout.write(`${await command(process.argv.slice(2), stateDir, run)}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

type LocalD1 = Awaited<ReturnType<Miniflare['getD1Database']>>;

/** The table in which `wrangler d1 migrations` records applied files. */
const APPLIED_TABLE =
  'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)';

export async function migrationsIn(dir: string): Promise<string[]> {
  return (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
}

/** Applies new migrations in `dir`, in order of their names. Returns the names applied. */
async function applyMigrations(db: LocalD1, dir: string): Promise<string[]> {
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

/** Migrates the databases in `persistencePath`, on a separate runtime that nothing else can reach. */
export async function migrateStoredDatabases(persistencePath: string, root: string): Promise<void> {
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
