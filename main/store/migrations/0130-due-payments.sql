-- What is due to the merchant is what was taken, not what was agreed, and nothing of what was only played (demo).
DROP TRIGGER payment_transferable_added;
DROP TRIGGER payment_transferable_leaving;
DROP TRIGGER payment_transferable_changed;
DROP VIEW transferable;
DROP INDEX payment_transaction_due;
ALTER TABLE payment_transaction DROP COLUMN due;
ALTER TABLE payment_transaction ADD COLUMN due INTEGER
  GENERATED ALWAYS AS (inner ->> '$.money.stage' = 'captured' AND inner ->> '$.money.held' = 0
    AND NOT (inner ->> '$.order.accrual') AND NOT (inner ->> '$.order.demo') AND document ->> 'payout_date' IS NULL
    AND inner ->> '$.order.method' <> 'payout' AND query_simple IN (1, 7, 9)) VIRTUAL;
CREATE INDEX payment_transaction_due ON payment_transaction (merchant) WHERE due = 1;
INSERT INTO sqlite_stat1 VALUES ('payment_transaction', 'payment_transaction_due', '1000000 1000000');
CREATE VIEW transferable AS
  SELECT id, json_extract(document, '$.contract.id') AS contract, json_extract(document, '$.currency') AS currency,
    json_extract(inner, '$.money.captured') AS amount
  FROM payment_transaction WHERE due = 1 AND json_extract(document, '$.contract.id') IS NOT NULL;
DELETE FROM transfer_balance;
INSERT INTO transfer_balance SELECT contract, currency, sum(amount) FROM transferable GROUP BY contract, currency;
CREATE TRIGGER payment_transferable_added AFTER INSERT ON payment_transaction BEGIN
  INSERT INTO transfer_balance SELECT contract, currency, amount FROM transferable WHERE id = new.id
    ON CONFLICT DO UPDATE SET amount = amount + excluded.amount;
END;
CREATE TRIGGER payment_transferable_leaving BEFORE UPDATE OF document ON payment_transaction BEGIN
  INSERT INTO transfer_balance SELECT contract, currency, -amount FROM transferable WHERE id = old.id
    ON CONFLICT DO UPDATE SET amount = amount + excluded.amount;
END;
CREATE TRIGGER payment_transferable_changed AFTER UPDATE OF document ON payment_transaction BEGIN
  INSERT INTO transfer_balance SELECT contract, currency, amount FROM transferable WHERE id = new.id
    ON CONFLICT DO UPDATE SET amount = amount + excluded.amount;
END;
