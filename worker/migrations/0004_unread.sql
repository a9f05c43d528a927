-- What was not read, as the Feed last told it, in the transaction of the strikes it archived. `from_ms` is inclusive,
-- `to_ms` exclusive; what lies before a region's first reading is a span from 0.
CREATE TABLE unread_span (
  region TEXT NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  PRIMARY KEY (region, from_ms)
) WITHOUT ROWID;

-- Of home: `complete_to_ms`: up to here it was read, except for its spans above; NULL until the Feed has said so, and
-- until then nothing counts as read. `last_success_ms` and `cause`: how the feed was when this was written.
-- `dropped_to_ms`: strikes before this instant may be gone because there were too many.
ALTER TABLE archive_state ADD COLUMN complete_to_ms INTEGER;
ALTER TABLE archive_state ADD COLUMN last_success_ms INTEGER;
ALTER TABLE archive_state ADD COLUMN cause TEXT;
ALTER TABLE archive_state ADD COLUMN dropped_to_ms INTEGER NOT NULL DEFAULT 0;
