import { isEmail } from '#shared/contact/ContactRequest.ts';
import { databaseTarget, sqlText } from './databases/databaseCommand.ts';

export interface OutboxCommand {
  readonly action:
    | { readonly kind: 'list' }
    | { readonly kind: 'show' | 'retry'; readonly id: string }
    | { readonly kind: 'erase'; readonly email: string };
  readonly target: readonly string[];
}

export const OUTBOX_USAGE = `usage: npm run admin -- outbox [show ID | retry ID | erase EMAIL] [--remote --env staging|production]

Without arguments, lists the messages not delivered yet (pending), waiting for a coming day (deferred) or given up (dead).
show ID      prints one message and its state.
retry ID     resets a message's attempts; a running Worker sends it within a minute.
erase EMAIL  deletes every message of that sender, delivered ones too, and prints how many.
ID is a message's id, or its first eight digits as shown under the message.
--remote     uses the deployed database instead of the local one.`;

/** A message's id or short id. It is put into SQL, so nothing else may pass. */
const ID = /^#?([0-9a-f]{8}(?:-[0-9a-f]{4}){0,3}(?:-[0-9a-f]{12})?)$/i;

function idOf(text: string | undefined): string {
  const id = ID.exec(text ?? '')?.[1];
  if (id === undefined) throw new RangeError(`"${text ?? ''}" is not a message id\n\n${OUTBOX_USAGE}`);
  return id.toLowerCase();
}

function emailOf(text: string | undefined): string {
  if (text === undefined || !isEmail(text)) {
    throw new RangeError(`"${text ?? ''}" is not an email address\n\n${OUTBOX_USAGE}`);
  }
  return text;
}

/** @throws RangeError with what is wrong and the usage */
export function outboxCommand(args: readonly string[], stateDir: string): OutboxCommand {
  const { words, target } = databaseTarget(args, stateDir, OUTBOX_USAGE);
  const [kind, id, ...rest] = words;
  if (rest.length > 0) throw new RangeError(`unexpected arguments: ${rest.join(' ')}\n\n${OUTBOX_USAGE}`);
  if (kind === undefined) return { action: { kind: 'list' }, target };
  if (kind === 'show' || kind === 'retry') return { action: { kind, id: idOf(id) }, target };
  if (kind === 'erase') return { action: { kind, email: emailOf(id) }, target };
  throw new RangeError(`"${kind}" is not a command\n\n${OUTBOX_USAGE}`);
}

/**
 * SQL for whether a message is from the sender. Only the lines before the visitor's own text are searched, where no
 * field can hold a line break. SQLite folds the case of ASCII letters only, so others are tried as typed and in lower
 * case.
 */
function isFrom(email: string): string {
  const head = "lower(substr(message, 1, instr(message, char(10) || 'Message:' || char(10))))";
  const line = (address: string) => `char(10) || 'email: ' || lower(${sqlText(address)}) || char(10)`;
  return [email, email.toLowerCase()].map((address) => `instr(${head}, ${line(address)}) > 0`).join(' OR ');
}

export function outboxSql({ action }: OutboxCommand): string {
  const time = (column: string) => `strftime('%Y-%m-%d %H:%M:%S', ${column} / 1000, 'unixepoch')`;
  const facts = `id, state, attempts, ${time('created_at_ms')} AS created, ${time('next_at_ms')} AS due, reason`;
  switch (action.kind) {
    case 'list':
      return `SELECT ${facts} FROM outbox WHERE state <> 'delivered' ORDER BY state, created_at_ms`;
    case 'show':
      return `SELECT ${facts}, message FROM outbox WHERE id LIKE '${action.id}%'`;
    case 'retry':
      return `UPDATE outbox SET state = 'pending', attempts = 0, next_at_ms = unixepoch() * 1000, finished_at_ms = NULL WHERE id LIKE '${action.id}%' AND state <> 'delivered' RETURNING ${facts}`;
    case 'erase':
      return `DELETE FROM outbox WHERE ${isFrom(action.email)} RETURNING id`;
  }
}
