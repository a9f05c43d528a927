import { DAY_MS } from '#shared/time/hourKey.ts';
import type { AreaChange } from '#shared/watch/AreaState.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import type { BookUse } from './bookFate.ts';
import type { Book, BookSettings } from './WatchLedger.ts';

/** The keys that a book's owner may hand out and take back. */
export type LentKey = 'feed' | 'duty';
/** The keys that can be made anew. A book always has an owner's and a viewer's. */
export type BookKey = LentKey | 'owner' | 'view';

const COLUMNS: Readonly<Record<BookKey, string>> = {
  owner: 'owner_hash',
  view: 'view_hash',
  feed: 'feed_hash',
  duty: 'duty_hash',
};

/** A change of an area of the book. */
export interface AreaOfChange {
  readonly area: string;
  readonly change: AreaChange;
}

/** Of books what only some calls need: settings, lent keys, visits, and what their feeds tell of. */
export class BookLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  /** Keeps the hash of a new key, in place of the one before. */
  setKey(book: string, which: BookKey, key: string): void {
    this.sql.exec(`UPDATE book SET ${COLUMNS[which]} = ? WHERE id = ?`, hashOf(key), book);
  }

  takeKeyBack(book: string, which: LentKey): void {
    this.sql.exec(`UPDATE book SET ${COLUMNS[which]} = NULL WHERE id = ?`, book);
  }

  change(book: string, { language, timeZone }: BookSettings): void {
    this.sql.exec('UPDATE book SET language = ?, time_zone = ? WHERE id = ?', language, timeZone, book);
  }

  isLent(book: string, which: LentKey, key: string): boolean {
    const row = this.sql
      .exec<{ hash: string | null }>(`SELECT ${COLUMNS[which]} AS hash FROM book WHERE id = ?`, book)
      .toArray()[0];
    return row !== undefined && row.hash === hashOf(key);
  }

  /** When each book was last visited, and told that it will end. */
  visits(): (Omit<BookUse, 'okMs'> & Pick<Book, 'network'>)[] {
    return this.sql
      .exec<{ id: string; network: string; seen_ms: number; noticed_ms: number }>(
        'SELECT id, network, seen_ms, noticed_ms FROM book',
      )
      .toArray()
      .map((row) => ({ id: row.id, network: row.network, seenMs: row.seen_ms, noticedMs: row.noticed_ms }));
  }

  areasOfNetwork(network: string): number {
    return this.sql
      .exec<{ areas: number }>(
        'SELECT count(*) AS areas FROM book JOIN area ON area.book = book.id WHERE network = ?',
        network,
      )
      .one().areas;
  }

  /** How many books were made today, in all and by the network. Those that are gone count too. */
  madeToday(network: string, nowMs: number): { readonly all: number; readonly ofNetwork: number } {
    const made = this.sql
      .exec<{ all_books: number | null; of_network: number | null }>(
        'SELECT sum(books) AS all_books, sum(books) FILTER (WHERE network = ?) AS of_network FROM made WHERE day = ?',
        network,
        dayOf(nowMs),
      )
      .one();
    return { all: made.all_books ?? 0, ofNetwork: made.of_network ?? 0 };
  }

  /** Counts one book more, and forgets other days. */
  countMade(network: string, nowMs: number): void {
    this.sql.exec('DELETE FROM made WHERE day <> ?', dayOf(nowMs));
    this.sql.exec(
      'INSERT INTO made (day, network, books) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET books = books + 1',
      dayOf(nowMs),
      network,
    );
  }

  noticed(book: string, nowMs: number): void {
    this.sql.exec('UPDATE book SET noticed_ms = ? WHERE id = ?', nowMs, book);
  }

  createdMs(book: string): number {
    return this.sql.exec<{ at: number }>('SELECT created_ms AS at FROM book WHERE id = ?', book).toArray()[0]?.at ?? 0;
  }

  /** The newest changes that a feed may tell of, of one area or of all, oldest first. */
  toldChanges(book: string, newest: number, area?: string): AreaOfChange[] {
    return this.sql
      .exec<{ area: string; body: string }>(
        toldChangesSql(area !== undefined),
        book,
        newest,
        ...(area === undefined ? [] : [area]),
      )
      .toArray()
      .map((row) => ({ area: row.area, change: (JSON.parse(row.body) as { change: AreaChange }).change }))
      .reverse();
  }
}

function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/** Its condition is that of the index `change_log_told`, word for word: else the whole log would be read. */
export function toldChangesSql(isOfArea: boolean): string {
  return `SELECT area, body FROM change_log INDEXED BY change_log_told WHERE book = ?1 ${isOfArea ? 'AND area = ?3' : ''}
    AND json_extract(body, '$.change.kind') IN ('raise', 'fall', 'blind', 'sight')
    ORDER BY at_ms DESC, area DESC, line DESC LIMIT ?2`;
}
