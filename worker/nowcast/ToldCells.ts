import { DAY_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import type { Source } from '#shared/wire/FeedEvent.ts';

/** As far as the map's timeline reaches back. */
const KEPT_MS = 14 * DAY_MS;
/** Cells that were told so long before a moment still stand for it. */
const HOLDS_MS = 5 * MINUTE_MS;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS told_cells (at_ms INTEGER PRIMARY KEY, source TEXT NOT NULL, event TEXT NOT NULL)`;

/** The storm cells of each minute as they were told, for those who look at the past; in an object's storage. */
export class ToldCells {
  private readonly sql: Pick<SqlStorage, 'exec'>;
  private readonly source: Source;

  constructor(sql: Pick<SqlStorage, 'exec'>, source: Source) {
    this.sql = sql;
    this.source = source;
    sql.exec(SCHEMA);
  }

  /** Keeps a minute, and deletes those that are too old. */
  keep(event: CellsEvent): void {
    const row = [event.atMs, this.source, JSON.stringify(event)] as const;
    this.sql.exec('INSERT OR REPLACE INTO told_cells (at_ms, source, event) VALUES (?, ?, ?)', ...row);
    this.sql.exec('DELETE FROM told_cells WHERE at_ms < ?', event.atMs - KEPT_MS);
  }

  /** What was told last at `atMs`; null if nothing of the five minutes before it was kept. */
  at(atMs: number): CellsEvent | null {
    const [row] = this.sql
      .exec<{ event: string }>(
        'SELECT event FROM told_cells WHERE at_ms > ? AND at_ms <= ? AND source = ? ORDER BY at_ms DESC LIMIT 1',
        atMs - HOLDS_MS,
        atMs,
        this.source,
      )
      .toArray();
    return row ? JSON.parse(row.event) : null;
  }
}
