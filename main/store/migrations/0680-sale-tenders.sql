-- The methods that paid a sale, one row each, so that the list of sales finds them newest first. A sale whose payment is under way,
-- or whose end nobody knows, has the method that was asked for.
CREATE TABLE sale_tender (
  number INTEGER NOT NULL REFERENCES smart_transaction (number),
  method TEXT NOT NULL,
  merchant TEXT NOT NULL,
  PRIMARY KEY (number, method)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO sale_tender
  SELECT s.number, tender.value ->> 'method', s.merchant
  FROM smart_transaction s, json_each(CASE WHEN json_valid(s.document) THEN s.document ELSE '{}' END, '$.tenders') tender
  WHERE tender.value ->> 'method' IS NOT NULL;
INSERT OR IGNORE INTO sale_tender
  SELECT number, method, merchant FROM smart_transaction s
  WHERE method IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sale_tender t WHERE t.number = s.number);
CREATE INDEX sale_tender_newest ON sale_tender (merchant, method, number);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('sale_tender', 'sale_tender', '1000000 2 1'),
  ('sale_tender', 'sale_tender_newest', '1000000 1000000 100000 1');
ANALYZE sqlite_schema;
