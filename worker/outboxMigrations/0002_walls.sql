-- Setups of wall displays that are kept. Of the view key and the edit key only their SHA-256; `setup` is the JSON that a
-- wall reads. `network` is a hash of the maker's network, salted for one day and cleared when that day is over. `seen_day`
-- counts UTC days since the Unix epoch: on which the setup was last read. Times are milliseconds since the Unix epoch.
CREATE TABLE wall (
  id TEXT PRIMARY KEY,
  view_hash TEXT NOT NULL,
  edit_hash TEXT NOT NULL,
  setup TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  seen_day INTEGER NOT NULL,
  network TEXT
);

-- For the day's limits, and for deleting what nobody reads.
CREATE INDEX wall_by_creation ON wall (created_at_ms, network);
CREATE INDEX wall_by_use ON wall (seen_day);
