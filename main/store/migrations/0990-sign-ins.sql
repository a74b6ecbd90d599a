-- Where and since when people are signed in, by the family of their tokens: they find what is not theirs, and end it.
CREATE TABLE sign_in (
  family TEXT PRIMARY KEY,
  merchant TEXT NOT NULL,
  staff TEXT NOT NULL REFERENCES staff,
  device TEXT,
  client TEXT NOT NULL,
  begun_at INTEGER NOT NULL,     -- ms since 1970
  renewed_at INTEGER NOT NULL,
  address TEXT NOT NULL,         -- empty: this machine
  browser TEXT NOT NULL
) STRICT;
CREATE INDEX sign_in_merchant ON sign_in (merchant, staff);
