import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localSettings } from './localSettings.ts';
import { runWrangler } from './wrangler.ts';

/** `target` is the databases as wrangler's arguments: `--local …`, or `--remote --env NAME`. */
interface TargetedWords {
  readonly words: readonly string[];
  readonly target: readonly string[];
}

/**
 * Takes `--remote --env staging|production` out of a command's arguments; without both the target is the local state in
 * `stateDir`.
 * @throws RangeError with `usage` if only one of them is given
 */
export function databaseTarget(args: readonly string[], stateDir: string, usage: string): TargetedWords {
  const rest = [...args];
  const at = rest.indexOf('--env');
  const environment = at < 0 ? undefined : (rest.splice(at, 2)[1] ?? '');
  const words = rest.filter((word) => word !== '--remote');
  const remote = words.length < rest.length;
  if (!remote && environment === undefined) return { words, target: ['--local', '--persist-to', stateDir] };
  if (remote && (environment === 'staging' || environment === 'production')) {
    return { words, target: ['--remote', '--env', environment] };
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

/** A local database is one file that the running product writes too: the second writer is refused. */
const BUSY = 'SQLITE_BUSY';
const BUSY_TRIES = 20;
const AGAIN_MS = 200;

/** @throws Error with what wrangler printed, if the statement fails */
async function executeSql(root: string, database: string, target: readonly string[], sql: string): Promise<SqlRow[]> {
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
