-- The counts of days that are over, packed for those who play or map them (shared/wire/dayGrid.ts). `day` counts from the
-- Unix epoch, UTC. `home`: the box that counted as home.
CREATE TABLE packed_day (
  day INTEGER PRIMARY KEY,
  home TEXT NOT NULL,
  mark INTEGER NOT NULL,
  hours BLOB NOT NULL,
  cells BLOB NOT NULL
);

-- Which packed day an hour went into: its `mark`; negative while the day is being packed; 0: in none. A day holds while every
-- hour has its mark. To count an hour anew puts another row in its place, without a mark: so it is also after a rollback to a
-- release that knows nothing of packed days.
ALTER TABLE home_count ADD COLUMN mark INTEGER NOT NULL DEFAULT 0;
CREATE INDEX home_count_unpacked ON home_count (hour) WHERE mark <= 0;
ALTER TABLE archive_state ADD COLUMN last_mark INTEGER NOT NULL DEFAULT 0;
