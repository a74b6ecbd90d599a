-- What people look for a sale by, beside its number, amount, reference and loyalty card.
CREATE INDEX smart_transaction_staff ON smart_transaction (merchant, staff) WHERE staff IS NOT NULL;
CREATE INDEX intent_card_end ON intent (facts ->> 'lastFour')
  WHERE facts ->> 'lastFour' IS NOT NULL AND sale IS NOT NULL;

-- Every print of a slip after the first; the mark on the paper counts them. Never changed, never removed.
CREATE TABLE receipt_copy (
  sale TEXT NOT NULL REFERENCES smart_transaction (id),
  slip TEXT NOT NULL CHECK (slip IN ('customer', 'merchant', 'reversal')),
  copy INTEGER NOT NULL,            -- 0: the first print
  at INTEGER NOT NULL,
  staff TEXT,                       -- USR_… of the person, null where an API client asked
  client TEXT NOT NULL,
  till TEXT,
  PRIMARY KEY (sale, slip, copy)
) STRICT, WITHOUT ROWID;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('smart_transaction', 'smart_transaction_staff', '1000000 1000000 50000'),
  ('intent', 'intent_card_end', '1000000 100');
ANALYZE sqlite_schema;
