import { fileURLToPath } from 'node:url';
import { executeSql, type SqlRow } from './databases/executeSql.ts';
import { localSettings } from './localSettings.ts';
import { type OutboxCommand, outboxCommand, outboxSql } from './outboxCommand.ts';

/** `npm run outbox`: lists undelivered contact messages, shows one, has one retried, or erases those of a sender. */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const print = (text: string) => process.stdout.write(`${text}\n`);

function line(row: SqlRow): string {
  const { id, state, attempts, created, due, reason } = row;
  const next = state === 'pending' ? `, due ${due} UTC` : '';
  return `${id}  ${state}  created ${created} UTC, ${attempts} attempts${next}${reason ? `, last: ${reason}` : ''}`;
}

function tell({ action }: OutboxCommand, rows: readonly SqlRow[]): void {
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
  tell(command, await executeSql(root, 'OUTBOX_DB', command.target, sql));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
