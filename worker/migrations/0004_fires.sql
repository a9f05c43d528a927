-- What satellites saw burning at home. A hotspot is known by minute, place and product: `minute` counts from the Unix epoch, `lat5`
-- and `lon5` are degrees times 100,000. `fire`: the event it belongs to; NULL until it was gathered. `read_ms`: when a file last
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
  PRIMARY KEY (minute, lat5, lon5, satellite)
) WITHOUT ROWID;

-- Hotspots that belong together, and what is said of the lightning before them. `due_ms`: when it is to be joined, or joined again; NULL: never. `candidates` is JSON.
CREATE TABLE fire_event (
  id TEXT PRIMARY KEY,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  first_seen_ms INTEGER NOT NULL,
  last_seen_ms INTEGER NOT NULL,
  frp_mw REAL NOT NULL,
  is_static INTEGER NOT NULL,
  due_ms INTEGER,
  joined_ms INTEGER,
  state TEXT,
  chance REAL,
  candidates TEXT NOT NULL DEFAULT '[]'
) WITHOUT ROWID;
CREATE INDEX fire_event_by_last_seen ON fire_event (last_seen_ms);
CREATE INDEX fire_event_unread ON fire_event (last_seen_ms) WHERE state = 'unread';
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
