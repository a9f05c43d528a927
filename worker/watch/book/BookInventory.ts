import type { BookLedger } from './BookLedger.ts';

/** What the list of books is ordered by: areas, areas of the network that made them, or when they were made. */
export const BOOK_ORDERS = ['size', 'network', 'age'] as const;
export type BookOrdering = (typeof BOOK_ORDERS)[number];

/** A book as an operator sees it: no name, place or address. */
export interface ListedBook {
  readonly id: string;
  readonly areas: number;
  readonly recipients: number;
  /** Of the logs of all its areas. */
  readonly lines: number;
  /** Pseudonym of the network that made it; '' where that is not known. */
  readonly network: string;
  /** Of all books of that network in the object. */
  readonly networkAreas: number;
  readonly createdMs: number;
  readonly seenMs: number;
}

/** What one object holds, beside what it may hold. */
export interface BookInventoryView {
  readonly books: number;
  readonly areas: number;
  readonly mostAreas: number;
  readonly madeToday: number;
  readonly booksADay: number;
  /** The first of them in the order that was asked for. */
  readonly listed: readonly ListedBook[];
}

const LISTED = 20;
const FIRST: Readonly<Record<BookOrdering, string>> = {
  size: 'areas DESC, recipients DESC, created_ms',
  network: 'network_areas DESC, network, areas DESC, created_ms',
  age: 'created_ms, id',
};

interface ListedRow extends Record<string, SqlStorageValue> {
  readonly id: string;
  readonly areas: number;
  readonly recipients: number;
  readonly lines: number;
  readonly network: string;
  readonly network_areas: number;
  readonly created_ms: number;
  readonly seen_ms: number;
}

export interface BookInventoryDeps {
  readonly sql: SqlStorage;
  readonly books: Pick<BookLedger, 'madeToday'>;
  readonly mostAreas: number;
  readonly booksADay: number;
}

/** The books of one object, as its operator sees them. */
export class BookInventory {
  private readonly deps: BookInventoryDeps;

  constructor(deps: BookInventoryDeps) {
    this.deps = deps;
  }

  read(by: BookOrdering, nowMs: number): BookInventoryView {
    const { sql, books, mostAreas, booksADay } = this.deps;
    const count = (table: string) => sql.exec<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`).one().rows;
    const madeToday = books.madeToday('', nowMs).all;
    return { books: count('book'), areas: count('area'), mostAreas, madeToday, booksADay, listed: this.listed(by) };
  }

  /** Lines are counted only of those that are listed: all logs together may have millions. */
  private listed(by: BookOrdering): ListedBook[] {
    return this.deps.sql
      .exec<ListedRow>(
        `WITH sized AS (SELECT id, network, created_ms, seen_ms,
           (SELECT count(*) FROM area WHERE area.book = book.id) AS areas,
           (SELECT count(*) FROM recipient WHERE recipient.book = book.id) AS recipients FROM book),
         first AS (SELECT *, sum(areas) OVER (PARTITION BY network) AS network_areas FROM sized
           ORDER BY ${FIRST[by]} LIMIT ${LISTED})
         SELECT *, (SELECT count(*) FROM change_log WHERE change_log.book = first.id) AS lines FROM first ORDER BY ${FIRST[by]}`,
      )
      .toArray()
      .map(({ network_areas, created_ms, seen_ms, ...row }) => ({
        ...row,
        networkAreas: network_areas,
        createdMs: created_ms,
        seenMs: seen_ms,
      }));
  }
}
