import { BOOK_ORDERS, type BookOrdering } from '#worker/watch/book/BookInventory.ts';
import { BOOK_ID } from '#worker/watch/book/bookKeys.ts';
import type { BookOrder } from '#worker/watch/book/bookOrders.ts';
import { databaseTarget } from './databases/databaseTarget.ts';
import { sqlText } from './databases/sqlText.ts';

/** A parsed call of `npm run books`. */
export interface BooksCommand {
  readonly order: BookOrder;
  /** Arguments for wrangler: `--local …`, or `--remote --env NAME`. */
  readonly target: readonly string[];
}

export const BOOKS_USAGE = `usage: npm run books [-- ] [size | network | age | end ID] [--remote --env staging|production]

Without arguments, lists the largest watchbooks, and how full each object that holds them is.
network      lists those of the networks with the most areas first; age, the oldest.
end ID       ends a watchbook at once, as its owner could: whoever was told of danger hears that it is watched no longer.
ID is a book's id, 32 digits as they are listed.
--remote     asks the deployed Worker instead of the local one, which must be running. It answers within a minute.`;

function isOrdering(text: string): text is BookOrdering {
  return (BOOK_ORDERS as readonly string[]).includes(text);
}

function orderOf([kind = 'size', id, ...rest]: readonly string[]): BookOrder {
  const unexpected = kind === 'end' ? rest : [...(id === undefined ? [] : [id]), ...rest];
  if (unexpected.length > 0) throw new RangeError(`unexpected arguments: ${unexpected.join(' ')}\n\n${BOOKS_USAGE}`);
  if (isOrdering(kind)) return { kind: 'list', by: kind };
  if (kind !== 'end') throw new RangeError(`"${kind}" is not a command\n\n${BOOKS_USAGE}`);
  const book = id?.toLowerCase() ?? '';
  if (!BOOK_ID.test(book)) throw new RangeError(`"${id ?? ''}" is not the id of a book\n\n${BOOKS_USAGE}`);
  return { kind, book };
}

/**
 * Parses the arguments of `npm run books`; `stateDir` is the local state's directory.
 * @throws RangeError with what is wrong and the usage
 */
export function booksCommand(args: readonly string[], stateDir: string): BooksCommand {
  const { words, target } = databaseTarget(args, stateDir, BOOKS_USAGE);
  return { order: orderOf(words), target };
}

/** The SQL by which the Worker is asked. `id` is a UUID of this call. */
export function askSql(order: BookOrder, id: string, nowMs: number): string {
  return `INSERT INTO book_order (id, body, asked_at_ms) VALUES ('${id}', ${sqlText(JSON.stringify(order))}, ${nowMs})`;
}

/** The SQL that takes the answer, if there is one. */
export function answerSql(id: string): string {
  return `DELETE FROM book_order WHERE id = '${id}' AND answer IS NOT NULL RETURNING answer`;
}

/** The SQL that takes back what was not answered. */
export function takeBackSql(id: string): string {
  return `DELETE FROM book_order WHERE id = '${id}' RETURNING id`;
}
