-- The files of days that are over, in the bucket ARCHIVE_BUCKET: the ones that hold now. `home`, `mark` and `unread` are what
-- the archive said when the day was read for them, `unread` as JSON `[[from_ms, to_ms], …]`; if one differs today, the day is
-- due again. `mark`: that of the packed day; 0 for a day of which no hour was ever counted, because nothing fell.
CREATE TABLE day_file (
  day INTEGER PRIMARY KEY,
  home TEXT NOT NULL,
  mark INTEGER NOT NULL,
  unread TEXT NOT NULL,
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
