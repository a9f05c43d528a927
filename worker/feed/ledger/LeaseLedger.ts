import { parseTile, type Tile } from '#shared/geo/tile.ts';

/** How long a relay's report of its viewers is valid. */
export const LEASE_MS = 90_000;

export interface Lease {
  readonly relay: string;
  /** Cells (`z/x/y`) watched by the relay's viewers. */
  readonly cells: readonly string[];
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
    return rows.map(({ relay, cells, viewers }) => ({ relay, cells: JSON.parse(cells) as string[], viewers }));
  }
}

/** The distinct cells of the leases, sorted by name. */
export function leasedCells(leases: readonly Lease[]): Tile[] {
  const names = new Set(leases.flatMap((lease) => lease.cells));
  return [...names].sort().flatMap((name) => parseTile(name) ?? []);
}
