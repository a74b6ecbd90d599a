-- What was taken under a contract and not paid out yet, kept by triggers: adding up a year of payments would hold up a till.
-- What is due is told by payment_transaction itself; refunds and shares count against it.
CREATE TABLE transfer_balance (
  contract TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (contract, currency)
) STRICT, WITHOUT ROWID;
CREATE VIEW transferable AS
  SELECT id, json_extract(document, '$.contract.id') AS contract, json_extract(document, '$.currency') AS currency,
    json_extract(document, '$.amount') AS amount
  FROM payment_transaction WHERE due = 1 AND json_extract(document, '$.contract.id') IS NOT NULL;
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
