-- The archive of strikes. `id` is the provider's and is the identity; `ordinal` is the Feed's number, negative for strikes of
-- the past; `index_tile` is the zoom-10 web-mercator tile as x * 1024 + y; positions are degrees, `at_ms` milliseconds since the
-- Unix epoch.
CREATE TABLE strike (
  id TEXT PRIMARY KEY,
  ordinal INTEGER NOT NULL,
  index_tile INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL
) WITHOUT ROWID;

-- Covers every window query: seeks to the tile, scans the times, reads no table rows.
CREATE INDEX strike_by_tile_time ON strike (index_tile, at_ms, latitude, longitude, ordinal);

CREATE UNIQUE INDEX strike_by_ordinal ON strike (ordinal);

-- One row, written in the transactions of the strikes.
-- `seq`: every strike numbered up to it is in the table. `strikes`: how many there are, so that nobody has to count them.
-- `elsewhere_pruned_ms`: before this instant, tiles on the edge of home hold no strike outside home.
-- `complete_to_ms`: up to here home was read, except for its spans in `gap_span`; NULL until the Feed has said so, and
-- until then nothing counts as read. `last_success_ms` and `cause`: how the feed was when this was written.
-- `dropped_to_ms`: strikes before this instant may be gone because there were too many.
-- `counted_from_hour`: every hour from this one on was counted, or is dirty; NULL until the first count. It goes back,
-- hour by hour, to the oldest strike. `counted_home`: the box that counts as home; another one begins anew.
-- `last_count_version`: the one that the last packed day was given.
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
  last_count_version INTEGER NOT NULL DEFAULT 0
);
INSERT INTO archive_state (one, seq) VALUES (1, 0);

-- What was not read, as the Feed last told it. `from_ms` is inclusive, `to_ms` exclusive; what lies before a region's first
-- reading is a span from 0.
CREATE TABLE gap_span (
  region TEXT NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  PRIMARY KEY (region, from_ms)
) WITHOUT ROWID;

-- How many strikes of home fell in each index tile and hour, and of all home in each hour; `c0` to `c5` are the hour's
-- six stretches of ten minutes. `hour` counts from the Unix epoch. A row is what the strikes of its hour came to when it was
-- last counted: nothing is ever added to it.
CREATE TABLE tile_count (
  index_tile INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  c0 INTEGER NOT NULL, c1 INTEGER NOT NULL, c2 INTEGER NOT NULL,
  c3 INTEGER NOT NULL, c4 INTEGER NOT NULL, c5 INTEGER NOT NULL,
  PRIMARY KEY (index_tile, hour)
) WITHOUT ROWID;
CREATE INDEX tile_count_by_hour ON tile_count (hour);

-- `count_version`: of the packed day that an hour went into; negative while the day is being packed; 0: none. A day holds while every
-- hour has its version. To count an hour anew puts another row in its place, without a version.
CREATE TABLE home_count (
  hour INTEGER PRIMARY KEY,
  c0 INTEGER NOT NULL, c1 INTEGER NOT NULL, c2 INTEGER NOT NULL,
  c3 INTEGER NOT NULL, c4 INTEGER NOT NULL, c5 INTEGER NOT NULL,
  count_version INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX home_count_unpacked ON home_count (hour) WHERE count_version <= 0;

-- Hours that strikes came into, or went from, since they were counted.
CREATE TABLE dirty_hour (hour INTEGER PRIMARY KEY);

-- The counts of days that are over, packed for those who play or map them (shared/wire/dayGrid.ts). `day` counts from the
-- Unix epoch, UTC. `home`: the box that counted as home.
CREATE TABLE packed_day (
  day INTEGER PRIMARY KEY,
  home TEXT NOT NULL,
  count_version INTEGER NOT NULL,
  hours BLOB NOT NULL,
  cells BLOB NOT NULL
);

-- What its source told of a strike beyond time and place, as JSON (`StrikeDetail`). A strike of which nothing more was told
-- has no row. A detail goes with its strike.
CREATE TABLE strike_detail (
  ordinal INTEGER PRIMARY KEY REFERENCES strike (ordinal) ON DELETE CASCADE,
  detail TEXT NOT NULL
);

-- The files of days that are over, in the bucket ARCHIVE_BUCKET: the ones that hold now. `home`, `count_version` and `gaps` are what
-- the archive said when the day was read for them, `gaps` as JSON `[[from_ms, to_ms], …]`; if one differs today, the day is
-- due again. `count_version`: that of the packed day; 0 for a day of which no hour was ever counted, because nothing fell.
CREATE TABLE day_file (
  day INTEGER PRIMARY KEY,
  home TEXT NOT NULL,
  count_version INTEGER NOT NULL,
  gaps TEXT NOT NULL,
  strikes INTEGER NOT NULL,
  made_ms INTEGER NOT NULL,
  parquet TEXT NOT NULL,
  parquet_bytes INTEGER NOT NULL,
  csv TEXT NOT NULL,
  csv_bytes INTEGER NOT NULL
);

-- Every object that was put into the bucket, noted before it was put. `superseded_ms`: since when no row of `day_file` names
-- it; NULL while one does.
CREATE TABLE day_object (
  name TEXT PRIMARY KEY,
  day INTEGER NOT NULL,
  superseded_ms INTEGER
) WITHOUT ROWID;
CREATE INDEX day_object_superseded ON day_object (superseded_ms) WHERE superseded_ms IS NOT NULL;

-- What satellites saw burning at home. A hotspot is known by minute, place and product: `minute` counts from the Unix epoch, `lat5`
-- and `lon5` are degrees times 100,000, `index_tile` is that of a strike there. `fire`: the event it belongs to; NULL until it was gathered. `read_ms`: when a file last
-- had it. `withdrawn`: a later file of its time had it no more; it stays.
CREATE TABLE hotspot (
  minute INTEGER NOT NULL,
  lat5 INTEGER NOT NULL,
  lon5 INTEGER NOT NULL,
  satellite TEXT NOT NULL,
  scan_km REAL NOT NULL,
  track_km REAL NOT NULL,
  kelvin4 REAL NOT NULL,
  kelvin11 REAL NOT NULL,
  frp_mw REAL NOT NULL,
  confidence TEXT NOT NULL,
  is_day INTEGER NOT NULL,
  fire TEXT,
  read_ms INTEGER NOT NULL,
  withdrawn INTEGER NOT NULL DEFAULT 0,
  index_tile INTEGER NOT NULL,
  PRIMARY KEY (minute, lat5, lon5, satellite)
) WITHOUT ROWID;
CREATE INDEX hotspot_by_tile ON hotspot (index_tile, minute);
-- The hotspots of one fire, and whether any was not gathered yet, without reading all of them each minute.
CREATE INDEX hotspot_by_fire ON hotspot (fire, minute);

-- Hotspots that belong together, and what is said of the lightning before them. `index_tile` is that of a strike there, `tile` the
-- web-mercator tile of zoom 12 as x * 4096 + y, by which districts go. `due_ms`: when it is to be joined, or joined again; NULL:
-- never. `candidates` is JSON.
-- `gap_share`: of the flashes that could have lit the fire, what share was not read when it was joined; `gap_ms`: how much time
-- in all, by which it is known whether gaps were filled since.
CREATE TABLE fire_event (
  id TEXT PRIMARY KEY,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  index_tile INTEGER NOT NULL,
  tile INTEGER NOT NULL,
  first_seen_ms INTEGER NOT NULL,
  last_seen_ms INTEGER NOT NULL,
  frp_mw REAL NOT NULL,
  is_static INTEGER NOT NULL,
  due_ms INTEGER,
  joined_ms INTEGER,
  state TEXT,
  chance REAL,
  candidates TEXT NOT NULL DEFAULT '[]',
  gap_share REAL,
  gap_ms INTEGER
) WITHOUT ROWID;
CREATE INDEX fire_event_by_last_seen ON fire_event (last_seen_ms);
CREATE INDEX fire_event_by_tile ON fire_event (index_tile, last_seen_ms);
CREATE INDEX fire_event_gaps ON fire_event (last_seen_ms) WHERE gap_ms > 0;
CREATE INDEX fire_event_due ON fire_event (due_ms) WHERE due_ms IS NOT NULL;

-- One row for each product. `next_ms`: it is asked again then; while it is asked, when somebody else may. `newest_ms`: of the newest
-- row of its whole file. `read_ms`: when rows were last had.
CREATE TABLE fire_source (
  satellite TEXT PRIMARY KEY,
  next_ms INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  cause TEXT,
  newest_ms INTEGER,
  read_ms INTEGER
) WITHOUT ROWID;

-- Fires that were likely lightning while they were news, and what became of them: one row for each, whose number grows with each change.
-- `became`: the fire that it has grown together with. What else is known of a fire stands in `fire_event`.
CREATE TABLE fire_update (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  fire TEXT NOT NULL UNIQUE,
  became TEXT,
  at_ms INTEGER NOT NULL
);
