-- Figures of the till, added up from its records: so that reports need not read every record. They follow from the records, can be
-- made anew at any time, and are written some records at a time; reports add the records behind the newest span themselves.

-- A span is a run of records of one till: of one business day and store, between two Z reports, and on one side of the newest count of
-- cash. Every record up to the greatest `last` is in the span of its till that reaches over its number.
CREATE TABLE figure_span (
  span INTEGER PRIMARY KEY,
  till TEXT NOT NULL,
  merchant TEXT NOT NULL,
  store TEXT,
  business_day TEXT NOT NULL,       -- YYYY-MM-DD
  first INTEGER NOT NULL,           -- numbers of queue_record
  last INTEGER NOT NULL,
  zone TEXT NOT NULL,               -- by whose clock the hours are; IANA name
  currency TEXT NOT NULL,           -- of what is counted
  changes INTEGER NOT NULL          -- how often a record changed since it was counted; 0: the figures hold
) STRICT;
CREATE INDEX figure_span_till ON figure_span (till, last);
CREATE INDEX figure_span_day ON figure_span (merchant, business_day);
CREATE INDEX figure_span_last ON figure_span (last);
CREATE INDEX figure_span_changed ON figure_span (merchant) WHERE changes > 0;

-- Rows of `main/domain/figureRows.ts`.
CREATE TABLE figure_sale (
  span INTEGER NOT NULL, hour INTEGER NOT NULL, cashier TEXT NOT NULL,
  sales INTEGER NOT NULL, turnover INTEGER NOT NULL, discount INTEGER NOT NULL, tip INTEGER NOT NULL, tax INTEGER NOT NULL,
  cancellations INTEGER NOT NULL, cancelled INTEGER NOT NULL,
  PRIMARY KEY (span, hour, cashier)
) STRICT, WITHOUT ROWID;
CREATE TABLE figure_item (
  span INTEGER NOT NULL, article TEXT NOT NULL, item_group TEXT NOT NULL, tax REAL NOT NULL, unit TEXT NOT NULL, cashier TEXT NOT NULL,
  name TEXT NOT NULL, group_name TEXT NOT NULL,
  quantity INTEGER NOT NULL, sold INTEGER NOT NULL, measured INTEGER NOT NULL, turnover INTEGER NOT NULL,
  PRIMARY KEY (span, article, item_group, tax, unit, cashier)
) STRICT, WITHOUT ROWID;
CREATE TABLE figure_tax (
  span INTEGER NOT NULL, tax REAL NOT NULL, cashier TEXT NOT NULL,
  gross INTEGER NOT NULL, amount INTEGER NOT NULL,
  PRIMARY KEY (span, tax, cashier)
) STRICT, WITHOUT ROWID;
CREATE TABLE figure_tender (
  span INTEGER NOT NULL, method TEXT NOT NULL, cashier TEXT NOT NULL,
  payments INTEGER NOT NULL, takings INTEGER NOT NULL, taken INTEGER NOT NULL, refunds INTEGER NOT NULL, refunded INTEGER NOT NULL,
  tip INTEGER NOT NULL,
  PRIMARY KEY (span, method, cashier)
) STRICT, WITHOUT ROWID;
CREATE TABLE figure_loyalty (
  span INTEGER NOT NULL, account TEXT NOT NULL, campaign TEXT NOT NULL,
  issued INTEGER NOT NULL, redeemed INTEGER NOT NULL, expired INTEGER NOT NULL,
  PRIMARY KEY (span, account, campaign)
) STRICT, WITHOUT ROWID;
CREATE TABLE figure_receipt (
  span INTEGER PRIMARY KEY, count INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL
) STRICT;
CREATE TABLE figure_tally (
  span INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
  count INTEGER NOT NULL, amount INTEGER NOT NULL,
  PRIMARY KEY (span, kind, name)
) STRICT, WITHOUT ROWID;

-- What is counted of a sale stands in its record and in these members of its document, which are not written again once it is closed.
-- Should they be, or should a record come to another day, the figures of the span do not hold until they are made anew.
CREATE TRIGGER figure_sale_changed AFTER UPDATE OF document ON smart_transaction
  WHEN old.receipt_number IS NOT NULL AND CASE WHEN json_valid(old.document) AND json_valid(new.document) THEN
      json_extract(old.document, '$.basket', '$.basket_info', '$.tax_rate', '$.tenders', '$.payment_method', '$.cashier',
        '$.is_demo', '$.receipt_number')
      IS NOT json_extract(new.document, '$.basket', '$.basket_info', '$.tax_rate', '$.tenders', '$.payment_method', '$.cashier',
        '$.is_demo', '$.receipt_number')
    OR (SELECT group_concat(p.value ->> 'id') FROM json_each(old.document, '$.parts') p WHERE p.value ->> 'voucher' IS NOT NULL)
      IS NOT (SELECT group_concat(p.value ->> 'id') FROM json_each(new.document, '$.parts') p WHERE p.value ->> 'voucher' IS NOT NULL)
    ELSE old.document IS NOT new.document END
BEGIN
  UPDATE figure_span SET changes = changes + 1 WHERE span IN (
    SELECT s.span FROM queue_record r JOIN figure_span s ON s.till = r.till AND r.number BETWEEN s.first AND s.last WHERE r.object = new.id);
END;
CREATE TRIGGER figure_record_changed
  AFTER UPDATE OF till, merchant, store, business_day, at, kind, event, object, sum, currency, facts ON queue_record
BEGIN
  UPDATE figure_span SET changes = changes + 1 WHERE till IN (old.till, new.till) AND old.number BETWEEN first AND last;
END;

-- The few records that reports list one by one, so that they need not look for them among the sales.
CREATE INDEX queue_record_listed ON queue_record (merchant, business_day)
  WHERE kind IN ('dayEnd', 'zReport') OR (kind = 'sale' AND event = 'unknown');
CREATE INDEX queue_record_unknown ON queue_record (till, number) WHERE kind = 'sale' AND event = 'unknown';

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('figure_span', 'figure_span_till', '10000 1000 1'),
  ('figure_span', 'figure_span_day', '10000 10000 5'),
  ('figure_span', 'figure_span_last', '10000 1'),
  ('figure_span', 'figure_span_changed', '2 2'),
  ('queue_record', 'queue_record_listed', '3000 3000 3'),
  ('queue_record', 'queue_record_unknown', '1000 100 1');
ANALYZE sqlite_schema;
