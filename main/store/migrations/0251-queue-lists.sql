-- What a person has corrected, because the upstream service refused what the till had written. It is sent instead of what
-- the sale says; the sale itself is never changed.
CREATE TABLE queue_correction (
  object TEXT PRIMARY KEY,
  facts TEXT NOT NULL               -- JSON: transaction_ref, card_type, trace
) STRICT, WITHOUT ROWID;

-- Reports of the till read the records of a span of days.
CREATE INDEX queue_record_day ON queue_record (merchant, business_day);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('queue_record', 'queue_record_day', '1000000 1000000 500');
ANALYZE sqlite_schema;
