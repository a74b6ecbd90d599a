-- A merchant card shows what is booked, and beside it what open sales hold. Where something is held, the card is written
-- anew at the start; for all others nothing but the new members is missing.
UPDATE merchant_card SET document = '' WHERE id IN (SELECT merchant_card FROM reservation WHERE state = 'held');
UPDATE merchant_card SET document =
  json_insert(document, '$.cash_balance_reserved', 0, '$.bonus_balance_reserved', 0, '$.balance_reserved', 0)
  WHERE document <> '';
