-- When a terminal closed its day, and up to which receipt number of the merchant: what was sold before can no longer be
-- cancelled by its receipt number.
CREATE TABLE day_end (
  number INTEGER PRIMARY KEY,
  device TEXT NOT NULL,             -- SDV_… of the terminal
  sale TEXT NOT NULL REFERENCES smart_transaction (id),
  receipt_number INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX day_end_device ON day_end (device, number);
