-- A card payment at a terminal that the bridge does not know pays one sale: found by terminal and trace number.
CREATE INDEX payment_transaction_foreign
  ON payment_transaction (merchant, document ->> '$.tid', document ->> '$.card_payment.trace')
  WHERE method = 'cashless_direct';
