import { databaseTarget, runCommand, type SqlRow } from './databases.ts';
import { OUTBOX_USAGE, outboxSql } from './outboxCommand.ts';

/** `npm run admin -- outbox`: lists undelivered contact messages, shows or retries one, or erases those of a sender. */

function line({ id, state, attempts, created, due, reason, message }: SqlRow): string {
  const next = state === 'pending' ? `, due ${due} UTC` : '';
  const facts = `${id}  ${state}  created ${created} UTC, ${attempts} attempts${next}${reason ? `, last: ${reason}` : ''}`;
  return message === undefined ? facts : `${facts}\n\n${message}\n`;
}

await runCommand(async (args, stateDir, run) => {
  const { texts: commandArgs, target } = databaseTarget(args, stateDir, OUTBOX_USAGE);
  const rows = await run(target, outboxSql(commandArgs));
  const done = commandArgs[0] === 'erase' ? ' erased' : '';
  return [...rows.map(line), `${rows.length} ${rows.length === 1 ? 'message' : 'messages'}${done}`].join('\n');
});
