interface ForeignRow extends Record<string, SqlStorageValue> {
  readonly key: string;
  readonly last_success_ms: number | null;
  readonly rests: number;
  readonly rest_until_ms: number;
}

/** How a region other than home fares. */
export interface ForeignRegion {
  /** When the provider last answered for it; null if it never did. */
  readonly lastSuccessMs: number | null;
  /** How often in a row it was given up. */
  readonly rests: number;
  /** It is not asked for before this instant. */
  readonly restUntilMs: number;
}

const NEVER_ASKED: ForeignRegion = { lastSuccessMs: null, rests: 0, restUntilMs: 0 };

/** What is known of regions other than home, kept after the last viewer has left: a refusal outlives its visitor. */
export class ForeignLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  read(key: string): ForeignRegion {
    const row = this.sql.exec<ForeignRow>('SELECT * FROM foreign_region WHERE key = ?', key).toArray()[0];
    if (!row) return NEVER_ASKED;
    return { lastSuccessMs: row.last_success_ms, rests: row.rests, restUntilMs: row.rest_until_ms };
  }

  /** Until when each resting region rests, by its key. */
  restUntilMs(): ReadonlyMap<string, number> {
    const rows = this.sql.exec<{ key: string; until: number }>(
      'SELECT key, rest_until_ms AS until FROM foreign_region WHERE rest_until_ms > 0',
    );
    return new Map(rows.toArray().map(({ key, until }) => [key, until]));
  }

  write(key: string, { lastSuccessMs, rests, restUntilMs }: ForeignRegion): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO foreign_region (key, last_success_ms, rests, rest_until_ms) VALUES (?, ?, ?, ?)',
      key,
      lastSuccessMs,
      rests,
      restUntilMs,
    );
  }
}
