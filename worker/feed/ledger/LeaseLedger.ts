/** How long a relay's report of its viewers is valid. */
export const LEASE_MS = 90_000;

export interface Lease {
  readonly relay: string;
  /** How many of the relay's viewers watch each cell, by its name (`z/x/y`). */
  readonly cells: Readonly<Record<string, number>>;
  readonly viewers: number;
}

/** What a relay reports with its lease. */
export interface LeaseReport extends Lease {
  /** Readers dropped since the last report. */
  readonly droppedReaders: number;
}

interface LeaseRow extends Record<string, SqlStorageValue> {
  readonly relay: string;
  readonly cells: string;
  readonly viewers: number;
}

/** Which relay watches which cells, and until when. */
export class LeaseLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  grant({ relay, cells, viewers }: Lease, nowMs: number): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO lease (relay, cells, viewers, expires_ms) VALUES (?, ?, ?, ?)',
      relay,
      JSON.stringify(cells),
      viewers,
      nowMs + LEASE_MS,
    );
  }

  end(relay: string): void {
    this.sql.exec('DELETE FROM lease WHERE relay = ?', relay);
  }

  /** The leases still valid at `nowMs`, by relay name; deletes the others. */
  current(nowMs: number): Lease[] {
    this.sql.exec('DELETE FROM lease WHERE expires_ms <= ?', nowMs);
    const rows = this.sql.exec<LeaseRow>('SELECT relay, cells, viewers FROM lease ORDER BY relay').toArray();
    return rows.map(({ relay, cells, viewers }) => ({ relay, cells: countsOf(JSON.parse(cells)), viewers }));
  }
}

/** How many viewers watch each cell, over all leases. */
export function watchedCells(leases: readonly Lease[]): Record<string, number> {
  const watched: Record<string, number> = {};
  for (const { cells } of leases) {
    for (const [cell, viewers] of Object.entries(cells)) watched[cell] = (watched[cell] ?? 0) + viewers;
  }
  return watched;
}

/** A lease that an earlier release stored has the names alone. */
function countsOf(cells: readonly string[] | Record<string, number>): Record<string, number> {
  return Array.isArray(cells) ? Object.fromEntries(cells.map((cell) => [cell, 1])) : (cells as Record<string, number>);
}
