import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localSettings } from './localSettings.ts';
import { runWrangler } from './wrangler.ts';

export interface SqlRow {
  readonly [column: string]: string | number | null;
}

/** A local database is one file that the running product writes too: the second writer is refused. */
const BUSY = 'SQLITE_BUSY';
const BUSY_TRIES = 20;
const AGAIN_MS = 200;

/** @throws Error with what wrangler printed, if the statement fails */
export async function executeSql(
  root: string,
  database: string,
  target: readonly string[],
  sql: string,
): Promise<SqlRow[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await executeOnce(root, database, target, sql);
    } catch (error) {
      if (tries === BUSY_TRIES || !(error as Error).message.includes(BUSY)) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

export async function appliedMigrations(root: string, database: string, target: readonly string[]): Promise<string[]> {
  const ask = (sql: string) => executeSql(root, database, target, sql);
  const tables = await ask("SELECT name FROM sqlite_master WHERE name = 'd1_migrations'");
  return tables.length === 0 ? [] : (await ask('SELECT name FROM d1_migrations')).map(({ name }) => String(name));
}

async function executeOnce(root: string, database: string, target: readonly string[], sql: string): Promise<SqlRow[]> {
  const args = ['d1', 'execute', database, ...target, '--json', '--yes', '--command', sql];
  const { code, output, faults } = await runWrangler(root, ...args);
  if (code !== 0) throw new Error(`${output}${faults}`.trim());
  const [answer] = JSON.parse(output.slice(output.indexOf('['))) as { results: SqlRow[] }[];
  return answer?.results ?? [];
}

/** Runs statements on the outbox's database, which also holds keys. */
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
