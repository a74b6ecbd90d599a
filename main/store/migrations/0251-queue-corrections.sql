-- What a person has corrected, because the upstream service refused what the till had written. It is sent instead of what
-- the sale says; the sale itself is never changed.
CREATE TABLE queue_correction (
  object TEXT PRIMARY KEY,
  facts TEXT NOT NULL               -- JSON: transaction_ref, card_type, trace
) STRICT, WITHOUT ROWID;
