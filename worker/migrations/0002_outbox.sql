-- Contact messages: stored before anything is sent, so that an accepted message is never lost. `id` is the client's
-- key and the identity; `message` is the text as it is sent; times are milliseconds since the Unix epoch. A sender
-- first sets `leased_until_ms`, and no other sender touches the row until then.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  message TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'dead')),
  created_at_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at_ms INTEGER NOT NULL,
  leased_until_ms INTEGER NOT NULL DEFAULT 0,
  finished_at_ms INTEGER,
  reason TEXT
);

-- For finding due messages, counting unsent ones and deleting delivered ones.
CREATE INDEX outbox_by_state ON outbox (state, next_at_ms);

-- For the daily cap.
CREATE INDEX outbox_by_creation ON outbox (created_at_ms);
