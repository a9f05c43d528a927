import type { AreaLine, GoneLines, LogEntry } from './logLine.ts';

/** How many of an area's newest lines are kept, so that writing cannot fill the object. */
export const MOST_LINES = 2_000;

/** The newest lines, or those that follow a line's number; 0 stands before the first. */
export type LinesAsked = { readonly newest: number } | { readonly after: number; readonly most: number };

export interface LogPage {
  readonly lines: readonly AreaLine[];
  /** Null while every line is kept. */
  readonly gone: GoneLines | null;
  readonly more: boolean;
}

interface LineRow extends Record<string, SqlStorageValue> {
  readonly line: number;
  readonly at_ms: number;
  readonly body: string;
}

/** The logs of areas. Of deleted lines, the last one's number and time are kept. */
export class AreaLogs {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  /** Appends, and deletes the oldest lines beyond the bound. Call inside a transaction. */
  append(book: string, area: string, atMs: number, entries: readonly LogEntry[]): void {
    let last = this.lines(book, area, { newest: 1 })[0]?.line ?? 0;
    for (const entry of entries) {
      last += 1;
      this.sql.exec(
        'INSERT INTO change_log (book, area, line, at_ms, body) VALUES (?, ?, ?, ?, ?)',
        book,
        area,
        last,
        atMs,
        JSON.stringify(entry),
      );
    }
    if (last > MOST_LINES) this.bound(book, area, last - MOST_LINES);
  }

  lines(book: string, area: string, asked: LinesAsked): AreaLine[] {
    const rows =
      'newest' in asked
        ? this.select('ORDER BY line DESC LIMIT ?3', book, area, asked.newest).reverse()
        : this.select('AND line > ?3 ORDER BY line LIMIT ?4', book, area, asked.after, asked.most);
    return rows.map(({ line, at_ms, body }) => ({ line, atMs: at_ms, entry: JSON.parse(body) as LogEntry }));
  }

  page(book: string, area: string, asked: LinesAsked): LogPage {
    const read = this.lines(book, area, 'newest' in asked ? asked : { ...asked, most: asked.most + 1 });
    const more = !('newest' in asked) && read.length > asked.most;
    return { lines: more ? read.slice(0, -1) : read, gone: this.gone(book, area), more };
  }

  /** Deletes lines from before `beforeMs`, except an area's last. */
  forget(beforeMs: number): void {
    const old =
      'at_ms < ? AND line < (SELECT max(line) FROM change_log AS kept WHERE kept.book = old.book AND kept.area = old.area)';
    // With max(), SQLite takes the other columns from the row of the maximum.
    this.sql.exec(
      `INSERT OR REPLACE INTO log_gone (book, area, line, at_ms)
       SELECT book, area, max(line), at_ms FROM change_log AS old WHERE ${old} GROUP BY book, area`,
      beforeMs,
    );
    this.sql.exec(`DELETE FROM change_log AS old WHERE ${old}`, beforeMs);
  }

  drop(book: string, area?: string): void {
    for (const table of ['change_log', 'log_gone']) {
      if (area === undefined) this.sql.exec(`DELETE FROM ${table} WHERE book = ?`, book);
      else this.sql.exec(`DELETE FROM ${table} WHERE book = ? AND area = ?`, book, area);
    }
  }

  private bound(book: string, area: string, upTo: number): void {
    this.sql.exec(
      `INSERT OR REPLACE INTO log_gone (book, area, line, at_ms)
       SELECT book, area, line, at_ms FROM change_log WHERE book = ? AND area = ? AND line = ?`,
      book,
      area,
      upTo,
    );
    this.sql.exec('DELETE FROM change_log WHERE book = ? AND area = ? AND line <= ?', book, area, upTo);
  }

  private gone(book: string, area: string): GoneLines | null {
    const row = this.sql
      .exec<LineRow>('SELECT line, at_ms FROM log_gone WHERE book = ? AND area = ?', book, area)
      .toArray()[0];
    return row ? { lines: row.line, untilMs: row.at_ms } : null;
  }

  private select(which: string, ...bindings: SqlStorageValue[]): LineRow[] {
    const columns = 'SELECT line, at_ms, body FROM change_log WHERE book = ?1 AND area = ?2';
    return this.sql.exec<LineRow>(`${columns} ${which}`, ...bindings).toArray();
  }
}
