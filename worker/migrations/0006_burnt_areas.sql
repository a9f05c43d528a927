-- Areas that people saw burnt on satellites' pictures and drew. `rings`: the outer rings, JSON, longitude before latitude.
CREATE TABLE burnt_area (
  id TEXT PRIMARY KEY,
  burnt_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  rings TEXT NOT NULL,
  read_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX burnt_area_by_time ON burnt_area (updated_ms);

-- The burnt area that confirms a fire, which is then no static source.
ALTER TABLE fire_event ADD COLUMN burnt_area TEXT;
