-- What was taken under a contract and not paid out yet, kept by triggers: adding up a year of payments would hold up a till.
-- A payment counts with what is left of it after refunds, from when it is cleared until it is paid out.
CREATE TABLE transfer_balance (
  contract TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (contract, currency)
) STRICT, WITHOUT ROWID;
CREATE VIEW transferable AS
  SELECT id, json_extract(document, '$.contract.id') AS contract, json_extract(document, '$.currency') AS currency,
    json_extract(document, '$.details.amount') AS amount
  FROM payment_transaction
  WHERE json_extract(document, '$.contract.id') IS NOT NULL AND json_extract(document, '$.demo') = 0
    AND json_extract(document, '$.details.cleared') = 'cleared' AND json_extract(document, '$.payout_date') IS NULL
    AND json_array_length(document, '$.parents') = 0;
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
