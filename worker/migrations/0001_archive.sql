-- The archive of strikes. `id` is the provider's and is the identity; `ordinal` is the Feed's number, negative for strikes of
-- the past; `cell` is the zoom-10 web-mercator tile as x * 1024 + y; positions are degrees, `at_ms` milliseconds since the
-- Unix epoch.
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

-- One row, written in the transactions of the strikes.
-- `seq`: every strike numbered up to it is in the table. `strikes`: how many there are, so that nobody has to count them.
-- `elsewhere_pruned_ms`: before this instant, cells on the edge of home hold no strike outside home.
-- `complete_to_ms`: up to here home was read, except for its spans in `unread_span`; NULL until the Feed has said so, and
-- until then nothing counts as read. `last_success_ms` and `cause`: how the feed was when this was written.
-- `dropped_to_ms`: strikes before this instant may be gone because there were too many.
-- `counted_from_hour`: every hour from this one on was counted, or is dirty; NULL until the first count. It goes back,
-- hour by hour, to the oldest strike. `counted_home`: the box that counts as home; another one begins anew.
-- `last_mark`: the mark that the last packed day was given.
CREATE TABLE archive_state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  seq INTEGER NOT NULL,
  strikes INTEGER NOT NULL DEFAULT 0,
  elsewhere_pruned_ms INTEGER NOT NULL DEFAULT 0,
  complete_to_ms INTEGER,
  last_success_ms INTEGER,
  cause TEXT,
  dropped_to_ms INTEGER NOT NULL DEFAULT 0,
  counted_from_hour INTEGER,
  counted_home TEXT,
  last_mark INTEGER NOT NULL DEFAULT 0
);
INSERT INTO archive_state (one, seq) VALUES (1, 0);

-- What was not read, as the Feed last told it. `from_ms` is inclusive, `to_ms` exclusive; what lies before a region's first
-- reading is a span from 0.
CREATE TABLE unread_span (
  region TEXT NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  PRIMARY KEY (region, from_ms)
) WITHOUT ROWID;

-- How many strikes of home fell in each index cell and hour, and of all home in each hour; `c0` to `c5` are the hour's
-- six stretches of ten minutes. `hour` counts from the Unix epoch. A row is what the strikes of its hour came to when it was
-- last counted: nothing is ever added to it.
CREATE TABLE cell_count (
  cell INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  c0 INTEGER NOT NULL, c1 INTEGER NOT NULL, c2 INTEGER NOT NULL,
  c3 INTEGER NOT NULL, c4 INTEGER NOT NULL, c5 INTEGER NOT NULL,
  PRIMARY KEY (cell, hour)
) WITHOUT ROWID;
CREATE INDEX cell_count_by_hour ON cell_count (hour);

-- `mark`: the packed day that an hour went into; negative while the day is being packed; 0: none. A day holds while every
-- hour has its mark. To count an hour anew puts another row in its place, without a mark.
CREATE TABLE home_count (
  hour INTEGER PRIMARY KEY,
  c0 INTEGER NOT NULL, c1 INTEGER NOT NULL, c2 INTEGER NOT NULL,
  c3 INTEGER NOT NULL, c4 INTEGER NOT NULL, c5 INTEGER NOT NULL,
  mark INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX home_count_unpacked ON home_count (hour) WHERE mark <= 0;

-- Hours that strikes came into, or went from, since they were counted.
CREATE TABLE dirty_hour (hour INTEGER PRIMARY KEY);

-- The counts of days that are over, packed for those who play or map them (shared/wire/dayGrid.ts). `day` counts from the
-- Unix epoch, UTC. `home`: the box that counted as home.
CREATE TABLE packed_day (
  day INTEGER PRIMARY KEY,
  home TEXT NOT NULL,
  mark INTEGER NOT NULL,
  hours BLOB NOT NULL,
  cells BLOB NOT NULL
);
