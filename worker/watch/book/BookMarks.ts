import { MARK_COUNTS_MS, type Mark } from '#shared/holdover/Mark.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';

/** How many a book holds. Whoever needs room loses the oldest of those that change nothing any more. */
export const MOST_MARKS = 200;
const NAMED_DAYS = 90;
const KEPT_DAYS = 400;

export interface KeptMark extends Mark {
  readonly id: string;
  /** When the book first heard of it. */
  readonly recordedMs: number;
  /** Of who said it; '' if unknown, or erased. */
  readonly name: string;
  readonly note: string;
}

interface MarkRow extends Record<string, SqlStorageValue> {
  readonly id: string;
  readonly recorded_ms: number;
  readonly body: string;
  readonly name: string;
  readonly note: string;
}

const COLUMNS = 'id, recorded_ms, body, name, note';

/** What people said of places that lightning struck. */
export class BookMarks {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  get(book: string, id: string): KeptMark | undefined {
    const sql = `SELECT ${COLUMNS} FROM mark WHERE book = ? AND id = ?`;
    return this.sql.exec<MarkRow>(sql, book, id).toArray().map(markOfRow)[0];
  }

  /** The newest first. */
  of(book: string): KeptMark[] {
    const sql = `SELECT ${COLUMNS} FROM mark WHERE book = ? ORDER BY at_ms DESC, id`;
    return this.sql.exec<MarkRow>(sql, book).toArray().map(markOfRow);
  }

  put(book: string, { id, recordedMs, name, note, ...body }: KeptMark): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO mark (book, id, at_ms, recorded_ms, body, name, note) VALUES (?, ?, ?, ?, ?, ?, ?)',
      book,
      id,
      body.atMs,
      recordedMs,
      JSON.stringify(body),
      name,
      note,
    );
  }

  /** False if the book is full of marks that count. */
  makeRoom(book: string, nowMs: number): boolean {
    const held = this.of(book);
    if (held.length < MOST_MARKS) return true;
    const oldest = held.at(-1);
    if (!oldest || oldest.atMs > nowMs - MARK_COUNTS_MS) return false;
    this.remove(book, oldest.id);
    return true;
  }

  remove(book: string, id: string): void {
    this.sql.exec('DELETE FROM mark WHERE book = ? AND id = ?', book, id);
  }

  drop(book: string): void {
    this.sql.exec('DELETE FROM mark WHERE book = ?', book);
  }

  /** Erases who said it after 90 days, and the rest after 400. */
  forget(nowMs: number): void {
    const named = "UPDATE mark SET name = '', note = '' WHERE recorded_ms <= ? AND (name <> '' OR note <> '')";
    this.sql.exec(named, nowMs - NAMED_DAYS * DAY_MS);
    this.sql.exec('DELETE FROM mark WHERE recorded_ms <= ?', nowMs - KEPT_DAYS * DAY_MS);
  }
}

function markOfRow({ id, recorded_ms: recordedMs, body, name, note }: MarkRow): KeptMark {
  return { id, recordedMs, name, note, ...(JSON.parse(body) as Mark) };
}
