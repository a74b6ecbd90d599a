-- Secrets that sign pushes, one or more of a client of the API: during a rotation several sign.
CREATE TABLE push_secret (
  number INTEGER PRIMARY KEY,
  merchant TEXT NOT NULL REFERENCES merchant,
  client TEXT NOT NULL,
  secret TEXT NOT NULL,             -- sealed
  since INTEGER NOT NULL,           -- ms since 1970
  until INTEGER                     -- ms since 1970; null: the newest one
) STRICT;
CREATE INDEX push_secret_client ON push_secret (merchant, client);

-- Receivers of every push of a merchant, for as long as somebody listens.
CREATE TABLE push_receiver (
  id TEXT PRIMARY KEY,              -- PRC_
  merchant TEXT NOT NULL REFERENCES merchant,
  client TEXT NOT NULL,             -- who registered it, and whose secret signs
  url TEXT NOT NULL,
  until INTEGER NOT NULL            -- ms since 1970
) STRICT, WITHOUT ROWID;
CREATE INDEX push_receiver_merchant ON push_receiver (merchant, until);

-- Client whose secret signs; null: that of the object.
ALTER TABLE push ADD COLUMN client TEXT;
