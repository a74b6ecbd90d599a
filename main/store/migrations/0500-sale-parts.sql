-- Sales between two tenders: a part is paid or on its way back, and the sale is neither paid whole nor given up.
CREATE INDEX smart_transaction_in_parts ON smart_transaction (state)
  WHERE state IN ('partlyPaid', 'returning', 'returnUnclear', 'partlyReversed');
