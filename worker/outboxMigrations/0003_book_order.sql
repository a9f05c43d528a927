-- What an operator asks of the objects that hold watchbooks (`npm run books`), as JSON, and their answer once the Worker has
-- carried it out. Only who may write into this database can ask. Times are milliseconds since the Unix epoch.
CREATE TABLE book_order (
  id TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  asked_at_ms INTEGER NOT NULL,
  answer TEXT
);
