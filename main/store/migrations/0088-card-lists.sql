-- Cards of a merchant, the newest first, without sorting them.
CREATE INDEX card_newest ON card (merchant);
CREATE INDEX merchant_card_newest ON merchant_card (merchant);
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('card', 'card_newest', '100000 100000'),
  ('card', 'card_cardnumber', '100000 100000 1'),
  ('merchant_card', 'merchant_card_newest', '100000 100000'),
  ('merchant_card', 'merchant_card_group', '100000 10000'),
  ('merchant_card', 'merchant_card_customer', '100000 2');
ANALYZE sqlite_schema;
