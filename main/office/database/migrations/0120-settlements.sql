-- The bank may settle a whole end-of-day of a terminal in one line, which names no payment.
ALTER TABLE bank_entry ALTER COLUMN trace DROP NOT NULL;
COMMENT ON COLUMN bank_entry.trace IS 'null: the settlement of a whole end-of-day';
COMMENT ON COLUMN bank_entry.fee IS 'what the bank kept; negative: given back with a refund; null where the file does not say';
