import { isoSeconds } from '#shared/time/isoTime.ts';
import type { BookInventoryView, BookOrdering, ListedBook } from '#worker/watch/book/BookInventory.ts';
import type { BookOrder, BookOrderAnswer } from '#worker/watch/book/bookOrders.ts';

const LISTED = 20;
/** Enough of a pseudonym to tell networks of one object apart; two objects have other names for the same one. */
const NAME_DIGITS = 8;

interface Shard extends BookInventoryView {
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

/**
 * What is said of an answer.
 * @throws Error if the order could not be carried out
 */
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
