-- What lists of Smart Transactions find by index, in the form queries compare.
ALTER TABLE smart_transaction ADD COLUMN query_created INTEGER;
ALTER TABLE smart_transaction ADD COLUMN query_updated INTEGER;
ALTER TABLE smart_transaction ADD COLUMN query_sum INTEGER;
ALTER TABLE smart_transaction ADD COLUMN query_payment_method TEXT;
ALTER TABLE smart_transaction ADD COLUMN query_trans_id INTEGER;
ALTER TABLE smart_transaction ADD COLUMN query_customer TEXT;
-- Which one of its merchant's it is, from 1, without gaps: a Smart Transaction is never removed. Any page of the list,
-- and the count of all, are one look-up.
ALTER TABLE smart_transaction ADD COLUMN position INTEGER;

UPDATE smart_transaction SET
  query_created = unixepoch(json_extract(document, '$.created')) * 1000,
  query_updated = unixepoch(json_extract(document, '$.updated')) * 1000,
  query_sum = json_extract(document, '$.basket_info.sum'),
  query_payment_method = lower(json_extract(document, '$.payment_method')),
  query_trans_id = json_extract(document, '$.trans_id'),
  query_customer = json_extract(document, '$.customer.id'),
  position = ranked.position
FROM (SELECT number AS ranked_number, row_number() OVER (PARTITION BY merchant ORDER BY number) AS position
      FROM smart_transaction) AS ranked
WHERE number = ranked_number;

DROP INDEX smart_transaction_newest;
CREATE UNIQUE INDEX smart_transaction_newest ON smart_transaction (merchant, position);
CREATE INDEX smart_transaction_created ON smart_transaction (merchant, query_created);
CREATE INDEX smart_transaction_updated ON smart_transaction (merchant, query_updated);
CREATE INDEX smart_transaction_sum ON smart_transaction (merchant, query_sum);
-- Nothing of a new one stands in these.
CREATE INDEX smart_transaction_payment_method ON smart_transaction (merchant, query_payment_method)
  WHERE query_payment_method IS NOT NULL;
CREATE INDEX smart_transaction_trans_id ON smart_transaction (merchant, query_trans_id)
  WHERE query_trans_id IS NOT NULL;
CREATE INDEX smart_transaction_customer ON smart_transaction (merchant, query_customer)
  WHERE query_customer IS NOT NULL;

-- Card numbers below `idents`.
CREATE TABLE smart_transaction_ident (
  sale TEXT NOT NULL REFERENCES smart_transaction (id),
  value TEXT NOT NULL,
  PRIMARY KEY (value, sale)
) STRICT, WITHOUT ROWID;
CREATE INDEX smart_transaction_ident_sale ON smart_transaction_ident (sale);
INSERT OR IGNORE INTO smart_transaction_ident
  SELECT smart_transaction.id, lower(json_extract(ident.value, '$.value')) FROM smart_transaction, json_each(document, '$.idents') AS ident
  WHERE json_extract(ident.value, '$.value') IS NOT NULL;

-- How many rows have which value, for properties of few values.
CREATE TABLE value_count (
  kind TEXT NOT NULL,
  merchant TEXT NOT NULL,
  property TEXT NOT NULL,
  value ANY NOT NULL,
  rows INTEGER NOT NULL,
  PRIMARY KEY (kind, merchant, property, value)
) STRICT, WITHOUT ROWID;
INSERT INTO value_count
  SELECT 'smart.transactions', merchant, 'status', query_status, count(*) FROM smart_transaction
  GROUP BY merchant, query_status;
-- The newest position tells how many there are.
DROP TRIGGER smart_transaction_added;
DELETE FROM row_count WHERE kind = 'smart.transactions';
CREATE TRIGGER smart_transaction_added AFTER INSERT ON smart_transaction BEGIN
  INSERT INTO value_count VALUES ('smart.transactions', new.merchant, 'status', new.query_status, 1)
    ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER smart_transaction_moved AFTER UPDATE OF query_status ON smart_transaction
  WHEN old.query_status IS NOT new.query_status BEGIN
  UPDATE value_count SET rows = rows - 1
    WHERE kind = 'smart.transactions' AND merchant = old.merchant AND property = 'status' AND value = old.query_status;
  INSERT INTO value_count VALUES ('smart.transactions', new.merchant, 'status', new.query_status, 1)
    ON CONFLICT DO UPDATE SET rows = rows + 1;
END;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('smart_transaction', 'smart_transaction_newest', '1000000 1000000 1'),
  ('smart_transaction', 'smart_transaction_created', '1000000 1000000 2'),
  ('smart_transaction', 'smart_transaction_updated', '1000000 1000000 2'),
  ('smart_transaction', 'smart_transaction_sum', '1000000 1000000 100'),
  ('smart_transaction', 'smart_transaction_payment_method', '1000000 1000000 100000'),
  ('smart_transaction', 'smart_transaction_trans_id', '1000000 1000000 1'),
  ('smart_transaction', 'smart_transaction_customer', '1000000 1000000 20'),
  ('smart_transaction', 'smart_transaction_receipt', '1000000 1000000 1'),
  ('smart_transaction_ident', 'smart_transaction_ident', '1000000 20 1'),
  ('smart_transaction_ident', 'smart_transaction_ident_sale', '1000000 1');
ANALYZE sqlite_schema;
