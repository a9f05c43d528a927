import { DAY_MS, MINUTE_MS } from '#shared/time.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import type { Source } from '#shared/wire/FeedEvent.ts';

/** As far as the map's timeline reaches back. */
const RETENTION_MS = 14 * DAY_MS;
/** Published cells are valid for this long. */
const HOLDS_MS = 5 * MINUTE_MS;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS past_cells (at_ms INTEGER PRIMARY KEY, source TEXT NOT NULL, event TEXT NOT NULL)`;

/** The published storm cells of each minute, for views of the past; in an object's storage. */
export class CellHistory {
  private readonly sql: Pick<SqlStorage, 'exec'>;
  private readonly source: Source;

  constructor(sql: Pick<SqlStorage, 'exec'>, source: Source) {
    this.sql = sql;
    this.source = source;
    sql.exec(SCHEMA);
  }

  /** Stores a minute and deletes those that are too old. */
  store(event: CellsEvent): void {
    const row = [event.atMs, this.source, JSON.stringify(event)] as const;
    this.sql.exec('INSERT OR REPLACE INTO past_cells (at_ms, source, event) VALUES (?, ?, ?)', ...row);
    this.sql.exec('DELETE FROM past_cells WHERE at_ms < ?', event.atMs - RETENTION_MS);
  }

  /** The last event published up to `atMs`; null if none was stored in the five minutes before. */
  at(atMs: number): CellsEvent | null {
    const [row] = this.sql
      .exec<{ event: string }>(
        'SELECT event FROM past_cells WHERE at_ms > ? AND at_ms <= ? AND source = ? ORDER BY at_ms DESC LIMIT 1',
        atMs - HOLDS_MS,
        atMs,
        this.source,
      )
      .toArray();
    return row ? JSON.parse(row.event) : null;
  }
}
