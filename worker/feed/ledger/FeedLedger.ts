import type { Span } from '#shared/time/spans.ts';
import { FactLedger } from './FactLedger.ts';
import { LeaseLedger } from './LeaseLedger.ts';
import { StrikeLedger } from './StrikeLedger.ts';
import { WindowLedger } from './WindowLedger.ts';

/** The part of a Durable Object's storage that the ledgers use. */
export interface LedgerStorage {
  readonly sql: SqlStorage;
  transactionSync<Result>(closure: () => Result): Result;
}

/** The Feed's whole memory, in one SQLite database. */
export class FeedLedger {
  readonly facts: FactLedger;
  readonly strikes: StrikeLedger;
  readonly windows: WindowLedger;
  readonly foreign: ForeignLedger;
  readonly leases: LeaseLedger;
  readonly files: FileLedger;
  private readonly storage: LedgerStorage;

  constructor(storage: LedgerStorage) {
    this.storage = storage;
    createFeedSchema(storage.sql);
    this.facts = new FactLedger(storage.sql);
    this.strikes = new StrikeLedger(storage.sql, this.facts);
    this.windows = new WindowLedger(storage.sql);
    this.foreign = new ForeignLedger(storage.sql);
    this.leases = new LeaseLedger(storage.sql);
    this.files = new FileLedger(storage.sql);
  }

  transaction<Result>(closure: () => Result): Result {
    return this.storage.transactionSync(closure);
  }
}

/**
 * The Feed's own SQLite: only what must outlive the object and cannot be asked for again. `strike` holds the numbered
 * strikes of the last 26 h, for deduplication, replay and archiving; `strike_detail` what a source told of some, as JSON.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS strike (
  ordinal INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at_ms INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  seen_ms INTEGER NOT NULL,
  timely INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS strike_by_time ON strike (at_ms, longitude, latitude);
CREATE INDEX IF NOT EXISTS strike_timely ON strike (ordinal) WHERE timely = 1;
CREATE TABLE IF NOT EXISTS strike_detail (
  ordinal INTEGER PRIMARY KEY REFERENCES strike (ordinal) ON DELETE CASCADE,
  detail TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS covered (
  key TEXT PRIMARY KEY,
  to_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS owed (
  id INTEGER PRIMARY KEY,
  region TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('gap', 'sweep')),
  west REAL NOT NULL, south REAL NOT NULL, east REAL NOT NULL, north REAL NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  owed_since_ms INTEGER NOT NULL,
  not_before_ms INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS owed_by_due ON owed (region, not_before_ms);
CREATE TABLE IF NOT EXISTS foreign_region (
  key TEXT PRIMARY KEY,
  last_success_ms INTEGER,
  rests INTEGER NOT NULL DEFAULT 0,
  rest_until_ms INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lease (
  relay TEXT PRIMARY KEY,
  cells TEXT NOT NULL,
  viewers INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS read_span (
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  PRIMARY KEY (from_ms, to_ms)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS fact (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
`;

function createFeedSchema(sql: SqlStorage): void {
  sql.exec(SCHEMA);
}

interface ForeignRow extends Record<string, SqlStorageValue> {
  readonly key: string;
  readonly last_success_ms: number | null;
  readonly rests: number;
  readonly rest_until_ms: number;
}

/** The state of a region other than home. */
interface RegionRests {
  /** When the provider last answered for it; null if it never did. */
  readonly lastSuccessMs: number | null;
  /** How often in a row it was given up. */
  readonly rests: number;
  readonly restUntilMs: number;
}

const NEVER_ASKED: RegionRests = { lastSuccessMs: null, rests: 0, restUntilMs: 0 };

/** State of regions other than home, kept after the last viewer has left: a refusal outlives its visitor. */
class ForeignLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  read(key: string): RegionRests {
    const row = this.sql.exec<ForeignRow>('SELECT * FROM foreign_region WHERE key = ?', key).toArray()[0];
    if (!row) return NEVER_ASKED;
    return { lastSuccessMs: row.last_success_ms, rests: row.rests, restUntilMs: row.rest_until_ms };
  }

  restUntilMs(): ReadonlyMap<string, number> {
    const rows = this.sql.exec<{ key: string; until: number }>(
      'SELECT key, rest_until_ms AS until FROM foreign_region WHERE rest_until_ms > 0',
    );
    return new Map(rows.toArray().map(({ key, until }) => [key, until]));
  }

  write(key: string, { lastSuccessMs, rests, restUntilMs }: RegionRests): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO foreign_region (key, last_success_ms, rests, rest_until_ms) VALUES (?, ?, ?, ?)',
      key,
      lastSuccessMs,
      rests,
      restUntilMs,
    );
  }
}

/** The time that the files hold which were read. */
class FileLedger {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  note([fromMs, toMs]: Span): void {
    this.sql.exec('INSERT OR IGNORE INTO read_span (from_ms, to_ms) VALUES (?, ?)', fromMs, toMs);
  }

  /** A span for each file that ended after `sinceMs`. */
  spansSince(sinceMs: number): Span[] {
    const rows = this.sql.exec<{ from_ms: number; to_ms: number }>(
      'SELECT from_ms, to_ms FROM read_span WHERE to_ms > ?',
      sinceMs,
    );
    return rows.toArray().map(({ from_ms, to_ms }): Span => [from_ms, to_ms]);
  }

  forget(beforeMs: number): void {
    this.sql.exec('DELETE FROM read_span WHERE to_ms < ?', beforeMs);
  }
}
