import { isEmail } from '#shared/contact.ts';
import { sqlText } from './databases.ts';

export const OUTBOX_USAGE = `usage: npm run admin -- outbox [show ID | retry ID | erase EMAIL] [--remote --env staging|production]

Without arguments, lists the messages not delivered yet (pending) or given up (dead). ID may be its first eight digits.
show ID      prints one message and its state.
retry ID     resets a message's attempts; a running Worker sends it within a minute.
erase EMAIL  deletes every message of that sender, delivered ones too.
--remote     uses the deployed database instead of the local one.`;

/** A message's id, or its first eight digits. It becomes part of SQL, so nothing else is accepted. */
const ID = /^#?([0-9a-f]{8}(?:-[0-9a-f]{4}){0,3}(?:-[0-9a-f]{12})?)$/i;

const time = (column: string) => `strftime('%Y-%m-%d %H:%M:%S', ${column} / 1000, 'unixepoch')`;
const FACTS = `id, state, attempts, ${time('created_at_ms')} AS created, ${time('next_at_ms')} AS due, reason`;

/** @throws RangeError with the usage */
export function outboxSql([kind, of = '', ...rest]: readonly string[]): string {
  const id = ID.exec(of)?.[1]?.toLowerCase();
  if (kind === undefined) return `SELECT ${FACTS} FROM outbox WHERE state <> 'delivered' ORDER BY state, created_at_ms`;
  if (rest.length === 0 && id !== undefined && kind === 'show')
    return `SELECT ${FACTS}, message FROM outbox WHERE id LIKE '${id}%'`;
  if (rest.length === 0 && id !== undefined && kind === 'retry')
    return `UPDATE outbox SET state = 'pending', attempts = 0, next_at_ms = unixepoch() * 1000, finished_at_ms = NULL WHERE id LIKE '${id}%' AND state <> 'delivered' RETURNING ${FACTS}`;
  if (rest.length === 0 && isEmail(of) && kind === 'erase')
    return `DELETE FROM outbox WHERE ${isFrom(of)} RETURNING ${FACTS}`;
  throw new RangeError(`not understood: ${[kind, of, ...rest].join(' ')}\n\n${OUTBOX_USAGE}`);
}

/**
 * SQL condition that a message is from the sender. Only the lines before the visitor's own text are searched, where no
 * field can contain a line break. SQLite folds the case of ASCII letters only, so others are compared as typed and in
 * lower case.
 */
function isFrom(email: string): string {
  const head = "lower(substr(message, 1, instr(message, char(10) || 'Message:' || char(10))))";
  const line = (address: string) => `char(10) || 'email: ' || lower(${sqlText(address)}) || char(10)`;
  return [email, email.toLowerCase()].map((address) => `instr(${head}, ${line(address)}) > 0`).join(' OR ');
}
