-- Every end-of-day of a terminal with its result: written before the command leaves, kept for ever. The document is what
-- the API answers.
CREATE TABLE day_end_result (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  device TEXT NOT NULL,             -- SDV_… of the terminal
  till TEXT,                        -- SDV_… of the till that asked; null for the scheduled one
  state TEXT NOT NULL CHECK (state IN ('running', 'agrees', 'differs', 'failed', 'unknown')),
  person INTEGER NOT NULL DEFAULT 0, -- 1: the terminal cannot tell whether it took place
  journal_after INTEGER NOT NULL,   -- intents behind this number belong to the day …
  journal_through INTEGER NOT NULL, -- … up to this one
  closes INTEGER NOT NULL,          -- newest receipt number of the merchant when it was asked for
  totals_before TEXT,               -- JSON: what the terminal had booked directly before
  document TEXT NOT NULL
) STRICT;
CREATE INDEX day_end_result_newest ON day_end_result (merchant, number);
CREATE INDEX day_end_result_device ON day_end_result (device, number);
CREATE INDEX day_end_result_open ON day_end_result (number) WHERE state IN ('running', 'unknown');

CREATE TRIGGER day_end_result_added AFTER INSERT ON day_end_result BEGIN
  INSERT INTO row_count VALUES ('day.ends', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
  INSERT INTO row_count VALUES ('day.ends ' || new.device, new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER day_end_result_removed AFTER DELETE ON day_end_result BEGIN
  UPDATE row_count SET rows = rows - 1
    WHERE kind IN ('day.ends', 'day.ends ' || old.device) AND merchant = old.merchant;
END;

-- When it runs by itself: of all terminals of a merchant (device is empty), or of one.
CREATE TABLE day_end_schedule (
  merchant TEXT NOT NULL REFERENCES merchant,
  device TEXT NOT NULL,
  at TEXT,                          -- HH:MM on the wall; null: never
  PRIMARY KEY (merchant, device)
) STRICT, WITHOUT ROWID;

-- How far the schedule of each terminal has got.
CREATE TABLE day_end_due (
  device TEXT PRIMARY KEY,
  at TEXT NOT NULL,                 -- the time it is about: another one begins anew
  day TEXT NOT NULL,                -- the last day it was due, YYYY-MM-DD
  state TEXT NOT NULL CHECK (state IN ('waiting', 'over')),
  next_try INTEGER NOT NULL,
  last_try INTEGER NOT NULL,
  result TEXT                       -- id of the result that tells what stood in the way
) STRICT, WITHOUT ROWID;

ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('day_end_result', 'sqlite_autoindex_day_end_result_1', '10000 1'),
  ('day_end_result', 'day_end_result_newest', '10000 10000 1'),
  ('day_end_result', 'day_end_result_device', '10000 1000 1');
ANALYZE sqlite_schema;
