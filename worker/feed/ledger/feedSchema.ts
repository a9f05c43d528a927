/**
 * The Feed's own SQLite: only what must outlive the object and cannot be asked for again. `strike` holds the numbered
 * strikes of the last 26 h, for deduplication, replay and archiving.
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
CREATE TABLE IF NOT EXISTS fact (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
`;

export function createFeedSchema(sql: SqlStorage): void {
  sql.exec(SCHEMA);
}
