-- Contact messages: written before anything is sent, so that a message that was accepted exists. `id` is the client's
-- key and the identity; `message` is the text as it is sent; times are milliseconds since the Unix epoch. Whoever
-- sends a row first sets `leased_until_ms`, and nobody else touches the row until then.
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

-- What is due next, how much is unsent, and what may be forgotten.
CREATE INDEX outbox_by_state ON outbox (state, next_at_ms);

-- The daily cap.
CREATE INDEX outbox_by_creation ON outbox (created_at_ms);
