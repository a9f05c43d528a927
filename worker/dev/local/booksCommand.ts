import { isoSeconds } from '#shared/time/isoTime.ts';
import {
  BOOK_ORDERS,
  type BookInventory,
  type BookOrdering,
  type ListedBook,
} from '#worker/watch/book/bookInventory.ts';
import { BOOK_ID } from '#worker/watch/book/bookKeys.ts';
import type { BookOrder, BookOrderAnswer } from '#worker/watch/operations/bookOrders.ts';
import { databaseTarget, sqlText } from './databases/databaseCommand.ts';

interface BooksCommand {
  readonly order: BookOrder;
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

/** @throws RangeError with what is wrong and the usage */
export function booksCommand(args: readonly string[], stateDir: string): BooksCommand {
  const { words, target } = databaseTarget(args, stateDir, BOOKS_USAGE);
  return { order: orderOf(words), target };
}

/** The SQL that asks the Worker. `id` is a UUID of this call. */
export function askSql(order: BookOrder, id: string, nowMs: number): string {
  return `INSERT INTO book_order (id, body, asked_at_ms) VALUES ('${id}', ${sqlText(JSON.stringify(order))}, ${nowMs})`;
}

/** Takes the answer, if there is one. */
export function answerSql(id: string): string {
  return `DELETE FROM book_order WHERE id = '${id}' AND answer IS NOT NULL RETURNING answer`;
}

export function takeBackSql(id: string): string {
  return `DELETE FROM book_order WHERE id = '${id}' RETURNING id`;
}

const LISTED = 20;
/** Enough to tell the networks of one object apart. Each object has its own pseudonyms. */
const NAME_DIGITS = 8;

interface Shard extends BookInventory {
  readonly shard: string;
}
interface Row extends ListedBook {
  readonly mostAreas: number;
}

const AFTER: Readonly<Record<BookOrdering, (a: Row, b: Row) => number>> = {
  size: (a, b) => b.areas - a.areas || b.recipients - a.recipients || a.createdMs - b.createdMs,
  network: (a, b) =>
    b.networkAreas - a.networkAreas ||
    a.network.localeCompare(b.network) ||
    b.areas - a.areas ||
    a.createdMs - b.createdMs,
  age: (a, b) => a.createdMs - b.createdMs,
};

/** @throws Error if the order could not be carried out */
export function booksText(order: BookOrder, answer: BookOrderAnswer): string {
  if ('fault' in answer) throw new Error(`The Worker could not do it: ${answer.fault}`);
  if ('ended' in answer) {
    if (!answer.ended) throw new Error('There is no such book.');
    return 'The book is ended. Whoever was told of danger hears that it is watched no longer.';
  }
  const rows = answer.shards.flatMap((shard) => shard.listed.map((book) => ({ ...book, mostAreas: shard.mostAreas })));
  const listed = rows.toSorted(AFTER[order.kind === 'list' ? order.by : 'size']).slice(0, LISTED);
  const books = answer.shards.reduce((sum, shard) => sum + shard.books, 0);
  const full = answer.shards.filter(isFull).map(({ shard }) => shard);
  return [
    ...answer.shards.map(shardLine),
    full.length === 0 ? 'No object is full.' : `Full: ${full.join(', ')}`,
    '',
    ...listed.map(bookLine),
    `${books} in all${books > listed.length ? `, ${listed.length} listed` : ''}`,
  ].join('\n');
}

function isFull({ areas, mostAreas, madeToday, booksADay }: Shard): boolean {
  return areas >= mostAreas || madeToday >= booksADay;
}

function shardLine({ shard, books, areas, mostAreas, madeToday, booksADay }: Shard): string {
  return `object ${shard}  ${books} books, ${areas} of ${mostAreas} areas, ${madeToday} of ${booksADay} books made today`;
}

function bookLine({ id, areas, recipients, lines, network, networkAreas, createdMs, seenMs, mostAreas }: Row): string {
  const share = ((networkAreas / mostAreas) * 100).toFixed(1);
  const of = network === '' ? 'unknown' : network.slice(0, NAME_DIGITS);
  const times = `made ${isoSeconds(createdMs)}, visited ${isoSeconds(seenMs)}`;
  return `${id}  ${areas} areas, ${recipients} recipients, ${lines} log lines  network ${of}: ${share} % of its object  ${times}`;
}
