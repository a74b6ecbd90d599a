-- Serial barcode scanners, each at one till.
CREATE TABLE scanner (
  id TEXT PRIMARY KEY,              -- SCN_
  merchant TEXT NOT NULL REFERENCES merchant,
  till TEXT NOT NULL,               -- SDV_ of the till that gets the scans
  name TEXT NOT NULL,
  path TEXT NOT NULL,               -- port when it was set up
  adapter TEXT,                     -- JSON of the USB ids, by which it is found at another port; null for a plain port
  baud_rate INTEGER NOT NULL,
  prefix TEXT NOT NULL,
  suffix TEXT NOT NULL CHECK (suffix IN ('line', 'tab', 'etx', 'pause')),
  created_at INTEGER NOT NULL       -- ms since 1970
) STRICT, WITHOUT ROWID;
CREATE INDEX scanner_merchant ON scanner (merchant, created_at);
