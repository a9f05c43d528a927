-- Contact messages, in a database of their own: whatever the archive has to answer, a message can be stored. `id` is the
-- client's key and the identity; `message` is the text as it is sent; times are milliseconds since the Unix epoch. A
-- sender first sets `leased_until_ms`, and no other sender touches the row until then.
-- `blocked`: a `pending` message waits for the operator to mend a setting, such as a chat that is closed to the bot.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  message TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'dead')),
  created_at_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at_ms INTEGER NOT NULL,
  leased_until_ms INTEGER NOT NULL DEFAULT 0,
  finished_at_ms INTEGER,
  reason TEXT,
  blocked INTEGER NOT NULL DEFAULT 0
);

-- For finding due messages, counting unsent ones and deleting old ones.
CREATE INDEX outbox_by_state ON outbox (state, next_at_ms);

-- For the day's cap.
CREATE INDEX outbox_by_creation ON outbox (created_at_ms);

-- The salt of the hashes of networks; `day` counts UTC days since the Unix epoch. Only today's is kept.
CREATE TABLE network_salt (
  day INTEGER PRIMARY KEY,
  salt TEXT NOT NULL
);

-- Keys of the API, in this database because nothing that is asked of the archive slows it. Of a key only its SHA-256 is kept,
-- beside `id`, the part that its bearer may show. Keys that replaced one another have the `account` of the first: they share
-- its limits and its usage. Times are milliseconds since the Unix epoch.
CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  account TEXT NOT NULL,
  holder TEXT NOT NULL,
  plan TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER,
  revoked_at_ms INTEGER
);

-- What the keys of an account were used for on a UTC day, written by the account's meter.
CREATE TABLE key_usage (
  account TEXT NOT NULL,
  day TEXT NOT NULL,
  calls INTEGER NOT NULL,
  units INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  streams INTEGER NOT NULL,
  PRIMARY KEY (account, day)
) WITHOUT ROWID;

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

-- Where the Telegram chat of a setting is now: a group that became a supergroup has another id.
CREATE TABLE chat_move (
  chat_id TEXT PRIMARY KEY,
  moved_to TEXT NOT NULL,
  moved_at_ms INTEGER NOT NULL
) WITHOUT ROWID;
