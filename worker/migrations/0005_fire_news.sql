-- Fires that were likely lightning while they were news, and what became of them: one row for each, whose number grows with each change.
-- `became`: the fire that it has grown together with. What else is known of a fire stands in `fire_event`.
CREATE TABLE fire_news (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  fire TEXT NOT NULL UNIQUE,
  became TEXT,
  at_ms INTEGER NOT NULL
);
