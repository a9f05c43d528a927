-- The archive of strikes. `id` is the provider's and is the identity; `ordinal` is the Feed's number; `cell` is the
-- zoom-6 web-mercator tile as x * 64 + y; positions are degrees, `at_ms` milliseconds since the Unix epoch.
CREATE TABLE strike (
  id TEXT PRIMARY KEY,
  ordinal INTEGER NOT NULL,
  cell INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL
) WITHOUT ROWID;

-- Covers every window query: seeks to the cell, scans the times, reads no table rows.
CREATE INDEX strike_by_cell_time ON strike (cell, at_ms, latitude, longitude, ordinal);

CREATE UNIQUE INDEX strike_by_ordinal ON strike (ordinal);

-- One row: every strike numbered up to `seq` is in the table. Written in the same transaction as the strikes.
CREATE TABLE archive_state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  seq INTEGER NOT NULL
);
INSERT INTO archive_state (one, seq) VALUES (1, 0);
