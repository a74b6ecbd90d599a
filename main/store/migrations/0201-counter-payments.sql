-- Payments at the counter have Payment Transactions, too. The place of a payment is bound when it is written.
DROP TRIGGER payment_transaction_placed;

-- They are nothing that is paid out to the merchant: cash lies in the drawer, and a terminal has an acquirer of its own.
DROP TRIGGER payment_transferable_added;
DROP TRIGGER payment_transferable_leaving;
DROP TRIGGER payment_transferable_changed;
DROP VIEW transferable;
DROP INDEX payment_transaction_due;
ALTER TABLE payment_transaction DROP COLUMN due;
ALTER TABLE payment_transaction ADD COLUMN due INTEGER
  GENERATED ALWAYS AS (inner ->> '$.order.method' NOT IN ('payout', 'cash', 'cashless', 'cashless_direct')
    AND inner ->> '$.money.stage' = 'captured' AND inner ->> '$.money.held' = 0
    AND NOT (inner ->> '$.order.accrual') AND NOT (inner ->> '$.order.demo') AND document ->> 'payout_date' IS NULL
    AND query_simple IN (1, 7, 9)) VIRTUAL;
CREATE INDEX payment_transaction_due ON payment_transaction (merchant) WHERE due = 1;
CREATE VIEW transferable AS
  SELECT id, json_extract(document, '$.contract.id') AS contract, json_extract(document, '$.currency') AS currency,
    json_extract(inner, '$.money.captured') AS amount
  FROM payment_transaction WHERE due = 1 AND json_extract(document, '$.contract.id') IS NOT NULL;
DELETE FROM transfer_balance;
INSERT INTO transfer_balance SELECT contract, currency, sum(amount) FROM transferable GROUP BY contract, currency;
CREATE TRIGGER payment_transferable_added AFTER INSERT ON payment_transaction WHEN new.due = 1 BEGIN
  INSERT INTO transfer_balance SELECT contract, currency, amount FROM transferable WHERE id = new.id
    ON CONFLICT DO UPDATE SET amount = amount + excluded.amount;
END;
CREATE TRIGGER payment_transferable_leaving BEFORE UPDATE OF document ON payment_transaction WHEN old.due = 1 BEGIN
  INSERT INTO transfer_balance SELECT contract, currency, -amount FROM transferable WHERE id = old.id
    ON CONFLICT DO UPDATE SET amount = amount + excluded.amount;
END;
CREATE TRIGGER payment_transferable_changed AFTER UPDATE OF document ON payment_transaction WHEN new.due = 1 BEGIN
  INSERT INTO transfer_balance SELECT contract, currency, amount FROM transferable WHERE id = new.id
    ON CONFLICT DO UPDATE SET amount = amount + excluded.amount;
END;

-- The method where a resource of its own shows it; payments at the counter have none and stand in no index of it.
DROP VIEW svcprepays;
DROP VIEW svcdebits;
DROP VIEW svccreditcards;
DROP VIEW svcinvoices;
DROP VIEW svcsofort;
DROP VIEW svcpaypals;
DROP VIEW svcpayout;
DROP INDEX payment_transaction_method;
ALTER TABLE payment_transaction ADD COLUMN specific TEXT
  GENERATED ALWAYS AS (CASE WHEN inner ->> '$.order.method' NOT IN ('cash', 'cashless', 'cashless_direct')
    THEN inner ->> '$.order.method' END) VIRTUAL;
CREATE INDEX payment_transaction_specific ON payment_transaction (merchant, specific) WHERE specific IS NOT NULL;
CREATE VIEW svcprepays AS SELECT number, id, merchant, detail AS document, query_trans_id, query_hash, query_order_id,
  query_amount FROM payment_transaction WHERE specific = 'prepaid';
CREATE VIEW svcdebits AS SELECT number, id, merchant, detail AS document, query_trans_id, query_hash, query_order_id,
  query_amount FROM payment_transaction WHERE specific = 'debit';
CREATE VIEW svccreditcards AS SELECT number, id, merchant, detail AS document, query_trans_id, query_hash, query_order_id,
  query_amount FROM payment_transaction WHERE specific = 'creditcard';
CREATE VIEW svcinvoices AS SELECT number, id, merchant, detail AS document, query_trans_id, query_hash, query_order_id,
  query_amount FROM payment_transaction WHERE specific = 'invoice';
CREATE VIEW svcsofort AS SELECT number, id, merchant, detail AS document, query_trans_id, query_hash, query_order_id,
  query_amount FROM payment_transaction WHERE specific = 'sofort';
CREATE VIEW svcpaypals AS SELECT number, id, merchant, detail AS document, query_trans_id, query_hash, query_order_id,
  query_amount FROM payment_transaction WHERE specific = 'paypal';
CREATE VIEW svcpayout AS SELECT number, id, merchant, detail AS document, query_trans_id, query_hash, query_order_id,
  query_amount FROM payment_transaction WHERE specific = 'payout';
DELETE FROM sqlite_stat1 WHERE idx IN ('payment_transaction_method', 'payment_transaction_due');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('payment_transaction', 'payment_transaction_specific', '1000000 1000000 150000'),
  ('payment_transaction', 'payment_transaction_due', '1000000 1000000');
ANALYZE sqlite_schema;

-- Sales of earlier versions get theirs little by little, the newest first (checkout/sale/earlierPayments.ts): below this
-- number they have still to be looked at.
INSERT INTO setting SELECT 'earlierPayments', CAST(max(number) + 1 AS TEXT) FROM smart_transaction HAVING max(number) > 0;
