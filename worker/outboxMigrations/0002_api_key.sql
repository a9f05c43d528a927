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
