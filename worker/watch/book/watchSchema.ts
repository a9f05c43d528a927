/**
 * The SQLite of one Watch object. It holds only what must outlive it; everything that one decision changes is written
 * in one transaction. Keys are stored as SHA-256, the network that made a book as a pseudonym, as long as the book.
 * `noticed_ms`: when a book's recipients were told that it will end; 0 if they were not. `log_gone`: of an area's log
 * the last line that was deleted.
 * `made`: how many books each network made on a UTC day, counted from 1970; only the newest day is kept.
 * `fire`: fires as they were last heard of. `fire_told`: what each recipient was told of one; `told_as` is the id that the fire had
 * then, `told_ms` is 0 before.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS book (
  id TEXT PRIMARY KEY,
  owner_hash TEXT NOT NULL,
  view_hash TEXT NOT NULL,
  duty_hash TEXT,
  feed_hash TEXT,
  network TEXT NOT NULL,
  language TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  seen_ms INTEGER NOT NULL,
  noticed_ms INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS book_by_network ON book (network);
CREATE TABLE IF NOT EXISTS made (
  day INTEGER NOT NULL,
  network TEXT NOT NULL,
  books INTEGER NOT NULL,
  PRIMARY KEY (day, network)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS area (
  book TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  revision INTEGER NOT NULL,
  replayed INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL,
  written_ms INTEGER NOT NULL,
  PRIMARY KEY (book, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS change_log (
  book TEXT NOT NULL,
  area TEXT NOT NULL,
  line INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (book, area, line)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS change_log_by_time ON change_log (at_ms);
CREATE INDEX IF NOT EXISTS change_log_told ON change_log (book, at_ms, area, line)
  WHERE json_extract(body, '$.change.kind') IN ('raise', 'fall', 'blind', 'sight');
CREATE TABLE IF NOT EXISTS log_gone (
  book TEXT NOT NULL,
  area TEXT NOT NULL,
  line INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (book, area)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS recipient (
  book TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (book, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS told (
  book TEXT NOT NULL,
  recipient TEXT NOT NULL,
  area TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (book, recipient, area)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS awareness (
  book TEXT NOT NULL,
  area TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (book, area)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS fire (
  id TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  heard_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS fire_told (
  book TEXT NOT NULL,
  recipient TEXT NOT NULL,
  area TEXT NOT NULL,
  fire TEXT NOT NULL,
  state TEXT NOT NULL,
  told_as TEXT NOT NULL,
  told_ms INTEGER NOT NULL,
  PRIMARY KEY (book, recipient, area, fire)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS fire_told_of ON fire_told (fire);
CREATE INDEX IF NOT EXISTS fire_told_owed ON fire_told (fire) WHERE state IN ('waits', 'recants');
CREATE TABLE IF NOT EXISTS delivery (
  id TEXT PRIMARY KEY,
  book TEXT NOT NULL,
  recipient TEXT NOT NULL,
  area TEXT NOT NULL,
  rank INTEGER NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_ms INTEGER NOT NULL,
  leased_ms INTEGER NOT NULL DEFAULT 0,
  expires_ms INTEGER NOT NULL,
  strike_ms INTEGER,
  decided_ms INTEGER NOT NULL,
  sent_ms INTEGER,
  confirmed_ms INTEGER,
  reason TEXT,
  summary TEXT NOT NULL,
  body TEXT,
  receipt_hash TEXT
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS delivery_waiting ON delivery (book, recipient) WHERE state = 'pending';
CREATE INDEX IF NOT EXISTS delivery_of ON delivery (book, recipient, decided_ms);
CREATE INDEX IF NOT EXISTS delivery_receipt ON delivery (receipt_hash) WHERE receipt_hash IS NOT NULL;
CREATE TABLE IF NOT EXISTS proof (
  hash TEXT PRIMARY KEY,
  book TEXT NOT NULL,
  recipient TEXT NOT NULL,
  expires_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tried (
  at_ms INTEGER NOT NULL,
  book TEXT NOT NULL,
  recipient TEXT NOT NULL,
  network TEXT NOT NULL,
  domain TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS tried_by_time ON tried (at_ms);
CREATE TABLE IF NOT EXISTS fact (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
`;

export function createWatchSchema(sql: SqlStorage): void {
  sql.exec(SCHEMA);
}
