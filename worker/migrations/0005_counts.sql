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

CREATE TABLE home_count (
  hour INTEGER PRIMARY KEY,
  c0 INTEGER NOT NULL, c1 INTEGER NOT NULL, c2 INTEGER NOT NULL,
  c3 INTEGER NOT NULL, c4 INTEGER NOT NULL, c5 INTEGER NOT NULL
);

-- Hours that strikes came into, or went from, since they were counted. Written in the transaction of those strikes.
CREATE TABLE dirty_hour (hour INTEGER PRIMARY KEY);

-- `counted_from_hour`: every hour from this one on was counted, or is dirty; NULL until the first count. It goes back,
-- hour by hour, to the oldest strike. `counted_home`: the box that counts as home; another one begins anew.
ALTER TABLE archive_state ADD COLUMN counted_from_hour INTEGER;
ALTER TABLE archive_state ADD COLUMN counted_home TEXT;
