-- Customer displays: each shows the sales of one till and has a token of its own, of which only the hash is kept.
CREATE TABLE display (
  id TEXT PRIMARY KEY,              -- DSP_
  merchant TEXT NOT NULL REFERENCES merchant,
  till TEXT NOT NULL,               -- SDV_ of the till that it shows
  name TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('de', 'en')),
  token_hash TEXT NOT NULL UNIQUE,
  own_window INTEGER NOT NULL CHECK (own_window IN (0, 1)), -- 1: the second window of the desktop application
  paired_at INTEGER NOT NULL,       -- ms since 1970
  paired_by TEXT,                   -- name of the person or the client who made the code
  last_seen INTEGER                 -- ms since 1970
) STRICT, WITHOUT ROWID;
CREATE INDEX display_merchant ON display (merchant, paired_at);

-- The picture of all displays while nothing is sold.
CREATE TABLE display_picture (
  merchant TEXT PRIMARY KEY REFERENCES merchant,
  hash TEXT NOT NULL,
  type TEXT NOT NULL,
  content BLOB NOT NULL
) STRICT, WITHOUT ROWID;
