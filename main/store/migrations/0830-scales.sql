-- Shop scales at a serial port, at most one for each till.
CREATE TABLE scale (
  id TEXT PRIMARY KEY,              -- SCL_
  merchant TEXT NOT NULL REFERENCES merchant,
  till TEXT NOT NULL,               -- SDV_ of the till that weighs with it
  name TEXT NOT NULL,
  path TEXT NOT NULL,               -- port when it was set up
  adapter TEXT,                     -- JSON of the USB ids, by which it is found at another port; null for a plain port
  protocol TEXT NOT NULL CHECK (protocol IN ('dialog06', 'adam')),
  created_at INTEGER NOT NULL       -- ms since 1970
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX scale_till ON scale (merchant, till);
