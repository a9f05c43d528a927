-- A `pending` message that waits for the operator to mend a setting, such as a chat that is closed to the bot.
ALTER TABLE outbox ADD COLUMN blocked INTEGER NOT NULL DEFAULT 0;

-- Where the Telegram chat of a setting is now: a group that became a supergroup has another id.
CREATE TABLE chat_move (
  chat_id TEXT PRIMARY KEY,
  moved_to TEXT NOT NULL,
  moved_at_ms INTEGER NOT NULL
) WITHOUT ROWID;
