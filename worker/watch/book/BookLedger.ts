import { DAY_MS } from '#shared/time/hourKey.ts';
import type { AreaChange } from '#shared/watch/AreaState.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import type { FeedChange } from '#worker/watch/feeds/BookChanges.ts';
import type { KeptSettings } from './WatchLedger.ts';

export type LentKey = 'feed' | 'duty';
/** The keys that can be made anew. Every book has an owner's and a viewer's. */
export type BookKey = LentKey | 'owner' | 'view';

const COLUMNS: Readonly<Record<BookKey, string>> = {
  owner: 'owner_hash',
  view: 'view_hash',
  feed: 'feed_hash',
  duty: 'duty_hash',
};

export interface BookVisit {
  readonly id: string;
  readonly network: string;
  /** When it was last asked for with one of its keys, to the hour. */
  readonly seenMs: number;
  /** 0 if its recipients were not told that it will end. */
  readonly noticedMs: number;
}

/** The parts of books that few calls need: settings, lent keys, visits, and what their feeds tell. */
export class BookLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  setKey(book: string, which: BookKey, key: string): void {
    this.sql.exec(`UPDATE book SET ${COLUMNS[which]} = ? WHERE id = ?`, hashOf(key), book);
  }

  takeKeyBack(book: string, which: LentKey): void {
    this.sql.exec(`UPDATE book SET ${COLUMNS[which]} = NULL WHERE id = ?`, book);
  }

  change(book: string, { language, timeZone }: KeptSettings): void {
    this.sql.exec('UPDATE book SET language = ?, time_zone = ? WHERE id = ?', language, timeZone, book);
  }

  isLent(book: string, which: LentKey, key: string): boolean {
    const row = this.sql
      .exec<{ hash: string | null }>(`SELECT ${COLUMNS[which]} AS hash FROM book WHERE id = ?`, book)
      .toArray()[0];
    return row !== undefined && row.hash === hashOf(key);
  }

  visits(): BookVisit[] {
    const visits = 'SELECT id, network, seen_ms AS seenMs, noticed_ms AS noticedMs FROM book';
    return this.sql.exec<BookVisit & Record<string, SqlStorageValue>>(visits).toArray();
  }

  areasOfNetwork(network: string): number {
    return this.sql
      .exec<{ areas: number }>(
        'SELECT count(*) AS areas FROM book JOIN area ON area.book = book.id WHERE network = ?',
        network,
      )
      .one().areas;
  }

  /** How many books were made today, deleted ones included. */
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

  /** Counts one more book, and deletes other days. */
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

  /** The newest changes that a feed may tell of, oldest first. */
  toldChanges(book: string, newest: number, area?: string): FeedChange[] {
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

/** Its condition must be that of the index `change_log_told`, word for word: else the whole log is read. */
export function toldChangesSql(isOfArea: boolean): string {
  return `SELECT area, body FROM change_log INDEXED BY change_log_told WHERE book = ?1 ${isOfArea ? 'AND area = ?3' : ''}
    AND json_extract(body, '$.change.kind') IN ('raise', 'fall', 'blind', 'sight')
    ORDER BY at_ms DESC, area DESC, line DESC LIMIT ?2`;
}
