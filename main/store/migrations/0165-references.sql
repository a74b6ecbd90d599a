-- What refers to a receipt of a terminal: its reversals, its booking or release, its tip.
CREATE INDEX intent_reference ON intent (party, original_receipt, number) WHERE original_receipt IS NOT NULL;
