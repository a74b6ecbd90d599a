-- The cash book of each till: shifts, movements, counts, openings of the drawer, and the reports of its business days. Rows are
-- only ever added, but for the end of a shift.

-- Facts of a till behind a record, for what its drawer should hold and for its report.
CREATE INDEX queue_record_till ON queue_record (till, number);

CREATE TABLE cash_shift (
  id TEXT PRIMARY KEY,              -- CSH_…
  merchant TEXT NOT NULL,
  till TEXT NOT NULL,               -- SDV_…
  number INTEGER NOT NULL,          -- of the till, from 1
  state TEXT NOT NULL CHECK (state IN ('open', 'closed')),
  opened INTEGER NOT NULL,          -- milliseconds since 1970
  document TEXT NOT NULL,           -- JSON, as the API answers it
  UNIQUE (till, number)
) STRICT;
CREATE UNIQUE INDEX cash_shift_open ON cash_shift (till) WHERE state = 'open';
CREATE INDEX cash_shift_newest ON cash_shift (merchant, opened);

-- Cash put in and taken out by hand, and differences of counts.
CREATE TABLE cash_movement (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,          -- CMV_…
  merchant TEXT NOT NULL,
  till TEXT NOT NULL,
  shift TEXT,                       -- CSH_…; null between two shifts
  slip INTEGER NOT NULL,            -- of the till, from 1 without gaps
  kind TEXT NOT NULL,
  amount INTEGER NOT NULL,          -- minor units, negative where it was taken out
  at INTEGER NOT NULL,
  document TEXT NOT NULL,           -- JSON, as the API answers it
  UNIQUE (till, slip)
) STRICT;
CREATE INDEX cash_movement_till ON cash_movement (till, number);
CREATE INDEX cash_movement_newest ON cash_movement (merchant, number);

-- The newest count of each till: what the drawer should hold follows from it and from everything behind it.
CREATE TABLE cash_count (
  till TEXT PRIMARY KEY,
  sum INTEGER NOT NULL,             -- minor units
  held INTEGER NOT NULL,            -- of it, cash of sales that were not paid whole
  record INTEGER NOT NULL,          -- number of the newest queue_record of the till
  movement INTEGER NOT NULL,        -- number of the newest cash_movement of the till
  at INTEGER NOT NULL,
  shift TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE drawer_opening (
  number INTEGER PRIMARY KEY,
  merchant TEXT NOT NULL,
  till TEXT NOT NULL,
  at INTEGER NOT NULL,
  staff TEXT,                       -- USR_…; null where an API client asked
  name TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;
CREATE INDEX drawer_opening_till ON drawer_opening (till, number);

-- The report of a business day as it was made; never changed. Each carries the SHA-256 over the one before.
CREATE TABLE z_report (
  id TEXT PRIMARY KEY,              -- ZRP_…
  merchant TEXT NOT NULL,
  till TEXT NOT NULL,
  number INTEGER NOT NULL,          -- of the till, from 1 without gaps
  made INTEGER NOT NULL,
  record INTEGER NOT NULL,          -- the newest queue_record, cash_movement and drawer_opening that it contains
  movement INTEGER NOT NULL,
  opening INTEGER NOT NULL,
  counted INTEGER,                  -- minor units; null where no cash was ever counted
  lifetime INTEGER NOT NULL,
  hash TEXT NOT NULL,
  document TEXT NOT NULL,           -- JSON, as the API answers it
  UNIQUE (till, number)
) STRICT;
CREATE INDEX z_report_newest ON z_report (merchant, made);
CREATE TRIGGER z_report_final BEFORE UPDATE ON z_report BEGIN
  SELECT RAISE(ABORT, 'a report of a business day is never changed');
END;

-- Where the first report of a till begins: behind what was sold before there was a cash book.
CREATE TABLE z_beginning (till TEXT PRIMARY KEY, record INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO z_beginning SELECT till, max(number) FROM queue_record GROUP BY till;

-- How far the scheduled end of the business day of a till has got.
CREATE TABLE z_due (
  till TEXT PRIMARY KEY,
  at TEXT NOT NULL,                 -- HH:MM it is about
  day TEXT NOT NULL,                -- the last day it was due
  state TEXT NOT NULL CHECK (state IN ('waiting', 'over'))
) STRICT, WITHOUT ROWID;
