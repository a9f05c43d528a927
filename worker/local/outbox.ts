import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wranglerEnvironment } from './bundleWorker.ts';
import { localSettings } from './localSettings.ts';
import { type OutboxCommand, outboxCommand, outboxSql } from './outboxCommand.ts';

/** `npm run outbox`: lists undelivered contact messages, shows one, has one retried, or erases those of a sender. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const print = (text: string) => process.stdout.write(`${text}\n`);

interface Row {
  readonly [column: string]: string | number | null;
}

/** The outbox's own database, and the archive's, where releases up to 0.1 stored messages. */
const DATABASES = ['OUTBOX_DB', 'DB'] as const;

async function execute(database: string, target: readonly string[], sql: string): Promise<Row[]> {
  const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js');
  const args = [wrangler, 'd1', 'execute', database, ...target, '--json', '--yes', '--command', sql];
  const child = spawn(process.execPath, args, { cwd: root, env: wranglerEnvironment(root) });
  let output = '';
  let faults = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (faults += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${output}${faults}`.trim());
  const [answer] = JSON.parse(output.slice(output.indexOf('['))) as { results: Row[] }[];
  return answer?.results ?? [];
}

function line(row: Row): string {
  const { id, state, attempts, created, due, reason } = row;
  const next = state === 'pending' ? `, due ${due} UTC` : '';
  return `${id}  ${state}  created ${created} UTC, ${attempts} attempts${next}${reason ? `, last: ${reason}` : ''}`;
}

function tell({ action }: OutboxCommand, rows: readonly Row[]): void {
  if (action.kind === 'erase') {
    print(`${rows.length} ${rows.length === 1 ? 'message' : 'messages'} of ${action.email} erased.`);
    return;
  }
  for (const row of rows) print(row.message === undefined ? line(row) : `${line(row)}\n\n${row.message}`);
  if (action.kind === 'list') print(rows.length === 0 ? 'Every message was delivered.' : `${rows.length} in all`);
  else if (rows.length === 0) throw new Error('There is no such message, or it was already delivered.');
}

try {
  const command = outboxCommand(process.argv.slice(2), localSettings(process.env, root).stateDir);
  const sql = outboxSql(command);
  const found = await Promise.all(DATABASES.map((database) => execute(database, command.target, sql)));
  tell(command, found.flat());
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
