import type { Span } from '#shared/time/spans.ts';
import type { ListedFile } from '#worker/sources/port/StrikeSource.ts';

type ReadFile = Pick<ListedFile, 'slotMs' | 'fromMs' | 'toMs'>;

/** The files that were read, by slot: another version of a slot would tell the same strikes under other ids. */
export class FileLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  note({ slotMs, fromMs, toMs }: ReadFile): void {
    this.sql.exec('INSERT OR REPLACE INTO read_file (slot_ms, from_ms, to_ms) VALUES (?, ?, ?)', slotMs, fromMs, toMs);
  }

  slots(): ReadonlySet<number> {
    const rows = this.sql.exec<{ slot_ms: number }>('SELECT slot_ms FROM read_file');
    return new Set(rows.toArray().map((row) => row.slot_ms));
  }

  /** What the files hold of the time since `sinceMs`. */
  spansSince(sinceMs: number): Span[] {
    const rows = this.sql.exec<{ from_ms: number; to_ms: number }>(
      'SELECT from_ms, to_ms FROM read_file WHERE to_ms > ?',
      sinceMs,
    );
    return rows.toArray().map(({ from_ms, to_ms }): Span => [from_ms, to_ms]);
  }

  forget(beforeMs: number): void {
    this.sql.exec('DELETE FROM read_file WHERE to_ms < ?', beforeMs);
  }
}
