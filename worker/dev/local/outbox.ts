import { runCommand, type SqlRow } from './executeSql.ts';
import { type OutboxCommand, outboxCommand, outboxSql } from './outboxCommand.ts';

/** `npm run admin -- outbox`: lists undelivered contact messages, shows one, has one retried, or erases those of a sender. */

function line(row: SqlRow): string {
  const { id, state, attempts, created, due, reason } = row;
  const next = state === 'pending' ? `, due ${due} UTC` : '';
  return `${id}  ${state}  created ${created} UTC, ${attempts} attempts${next}${reason ? `, last: ${reason}` : ''}`;
}

function told({ action }: OutboxCommand, rows: readonly SqlRow[]): string {
  if (action.kind === 'erase')
    return `${rows.length} ${rows.length === 1 ? 'message' : 'messages'} of ${action.email} erased.`;
  const lines = rows.map((row) => (row.message === undefined ? line(row) : `${line(row)}\n\n${row.message}`));
  if (action.kind === 'list')
    return [...lines, rows.length === 0 ? 'Every message was delivered.' : `${rows.length} in all`].join('\n');
  if (rows.length === 0) throw new Error('There is no such message, or it was already delivered.');
  return lines.join('\n');
}

await runCommand(async (args, stateDir, run) => {
  const command = outboxCommand(args, stateDir);
  return told(command, await run(command.target, outboxSql(command)));
});
