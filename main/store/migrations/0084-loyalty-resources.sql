-- Loyalty becomes resources of its own: groups, cards, customers, bookings (LTX_) and check-ins are kept as the text the
-- API answers. A merchant card's document is written from its row and the sums of its ledger, in the commit that changes
-- them; an empty one is written at the next start.
CREATE TEMP TABLE old_group AS SELECT * FROM card_group;
CREATE TEMP TABLE old_card AS SELECT * FROM card;
CREATE TEMP TABLE old_merchant_card AS SELECT * FROM merchant_card;
CREATE TEMP TABLE old_entry AS SELECT * FROM loyalty_entry;
CREATE TEMP TABLE old_reservation AS SELECT * FROM reservation;
DROP TABLE loyalty_entry;
DROP TABLE reservation;
DROP TABLE merchant_card;
DROP TABLE card;
DROP TABLE card_group;

CREATE TABLE card_group (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,              -- JSON: prefix and length of card numbers, how far a card may be overdrawn
  document TEXT NOT NULL,
  query_display_name TEXT,
  prefix TEXT GENERATED ALWAYS AS (inner ->> 'prefix') VIRTUAL
) STRICT;
CREATE INDEX card_group_merchant ON card_group (merchant);

CREATE TABLE card (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,              -- JSON: hashes of what proves that somebody holds the card
  document TEXT NOT NULL,
  query_cardnumber TEXT,
  query_account TEXT
) STRICT;
CREATE UNIQUE INDEX card_cardnumber ON card (merchant, query_cardnumber);

CREATE TABLE loyalty_customer (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,
  document TEXT NOT NULL,
  query_customernumber TEXT,
  query_surname TEXT,
  query_email TEXT
) STRICT;
CREATE INDEX loyalty_customer_merchant ON loyalty_customer (merchant);
CREATE UNIQUE INDEX loyalty_customer_number ON loyalty_customer (merchant, query_customernumber)
  WHERE query_customernumber IS NOT NULL;
CREATE INDEX loyalty_customer_surname ON loyalty_customer (merchant, query_surname) WHERE query_surname IS NOT NULL;
CREATE INDEX loyalty_customer_email ON loyalty_customer (merchant, query_email) WHERE query_email IS NOT NULL;

CREATE TABLE merchant_card (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  card TEXT NOT NULL UNIQUE REFERENCES card (id),
  card_group TEXT NOT NULL REFERENCES card_group (id),
  customer TEXT REFERENCES loyalty_customer (id),
  customer_since INTEGER,
  store TEXT,
  is_base_card INTEGER NOT NULL,
  stock_status TEXT NOT NULL CHECK (stock_status IN ('active', 'inactive', 'stored')),
  lock_status TEXT NOT NULL CHECK (lock_status IN ('locked', 'unlocked')),
  lock_reason INTEGER,
  lock_note TEXT,
  passcode INTEGER NOT NULL CHECK (passcode BETWEEN 0 AND 6),
  expiry_date TEXT,
  last_usage INTEGER,
  last_charge INTEGER,
  more TEXT NOT NULL,               -- JSON: payment_container and additional_data as they were sent
  document TEXT NOT NULL,
  query_cardnumber TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX merchant_card_cardnumber ON merchant_card (merchant, query_cardnumber);
CREATE INDEX merchant_card_group ON merchant_card (card_group);
CREATE INDEX merchant_card_customer ON merchant_card (customer) WHERE customer IS NOT NULL;

-- One movement on a card: what a sale did, or what was booked by hand. Never changed but for what it was cancelled by.
CREATE TABLE loyalty_booking (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  merchant_card TEXT NOT NULL REFERENCES merchant_card (id),
  sale TEXT REFERENCES smart_transaction (id),
  action TEXT NOT NULL,
  reverses TEXT REFERENCES loyalty_booking (id),
  document TEXT NOT NULL
) STRICT;
CREATE INDEX loyalty_booking_newest ON loyalty_booking (merchant);
CREATE INDEX loyalty_booking_card ON loyalty_booking (merchant_card);
CREATE INDEX loyalty_booking_reverses ON loyalty_booking (reverses) WHERE reverses IS NOT NULL;
-- A sale books once on a card; what is given back is a booking of its own.
CREATE UNIQUE INDEX loyalty_booking_sale ON loyalty_booking (sale, merchant_card) WHERE sale IS NOT NULL AND reverses IS NULL;

-- A balance is the sum of its rows; rows are never changed.
CREATE TABLE loyalty_entry (
  number INTEGER PRIMARY KEY,
  booking TEXT NOT NULL REFERENCES loyalty_booking (id),
  merchant_card TEXT NOT NULL REFERENCES merchant_card (id),
  account TEXT NOT NULL CHECK (account IN ('cash', 'bonus', 'points')),
  kind TEXT NOT NULL CHECK (kind IN ('opening', 'charge', 'spend', 'earn', 'return')),
  amount INTEGER NOT NULL,
  sale TEXT REFERENCES smart_transaction (id),
  at INTEGER NOT NULL,
  UNIQUE (booking, account, kind)
) STRICT;
CREATE INDEX loyalty_entry_balance ON loyalty_entry (merchant_card, account, amount);
CREATE INDEX loyalty_entry_sale ON loyalty_entry (sale) WHERE sale IS NOT NULL;

-- What an open sale holds. Without a card: a voucher alone has been applied.
CREATE TABLE reservation (
  number INTEGER PRIMARY KEY,
  sale TEXT NOT NULL REFERENCES smart_transaction (id),
  merchant_card TEXT REFERENCES merchant_card (id),
  cash INTEGER NOT NULL CHECK (cash >= 0),
  bonus INTEGER NOT NULL CHECK (bonus >= 0),
  state TEXT NOT NULL CHECK (state IN ('held', 'committed', 'released')),
  expires_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX reservation_sale ON reservation (sale) WHERE state = 'held';
CREATE INDEX reservation_card ON reservation (merchant_card) WHERE state = 'held';
CREATE INDEX reservation_expiry ON reservation (expires_at) WHERE state = 'held';

-- A voucher takes its value off one basket. `sale` is the one that holds it, or has redeemed it.
CREATE TABLE voucher (
  number INTEGER PRIMARY KEY,
  merchant TEXT NOT NULL REFERENCES merchant,
  code TEXT NOT NULL,
  definition TEXT NOT NULL,         -- JSON: name, condition, effect, as of a campaign
  sale TEXT REFERENCES smart_transaction (id),
  redeemed INTEGER NOT NULL DEFAULT 0,
  UNIQUE (merchant, code)
) STRICT;
CREATE INDEX voucher_sale ON voucher (sale) WHERE sale IS NOT NULL;

-- Who is in the shop now.
CREATE TABLE checkin (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,
  document TEXT NOT NULL,
  query_merchant_card TEXT
) STRICT;
CREATE INDEX checkin_merchant ON checkin (merchant);
CREATE UNIQUE INDEX checkin_card ON checkin (query_merchant_card) WHERE query_merchant_card IS NOT NULL;

CREATE TRIGGER card_group_added AFTER INSERT ON card_group BEGIN
  INSERT INTO row_count VALUES ('loyalty.cardgroups', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER card_group_removed AFTER DELETE ON card_group BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'loyalty.cardgroups' AND merchant = old.merchant;
END;
CREATE TRIGGER card_added AFTER INSERT ON card BEGIN
  INSERT INTO row_count VALUES ('loyalty.cards', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER card_removed AFTER DELETE ON card BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'loyalty.cards' AND merchant = old.merchant;
END;
CREATE TRIGGER loyalty_customer_added AFTER INSERT ON loyalty_customer BEGIN
  INSERT INTO row_count VALUES ('loyalty.customers', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER loyalty_customer_removed AFTER DELETE ON loyalty_customer BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'loyalty.customers' AND merchant = old.merchant;
END;
CREATE TRIGGER merchant_card_added AFTER INSERT ON merchant_card BEGIN
  INSERT INTO row_count VALUES ('loyalty.merchantcards', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER merchant_card_removed AFTER DELETE ON merchant_card BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'loyalty.merchantcards' AND merchant = old.merchant;
END;
CREATE TRIGGER loyalty_booking_added AFTER INSERT ON loyalty_booking BEGIN
  INSERT INTO row_count VALUES ('loyalty.transactions', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER loyalty_booking_removed AFTER DELETE ON loyalty_booking BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'loyalty.transactions' AND merchant = old.merchant;
END;
CREATE TRIGGER checkin_added AFTER INSERT ON checkin BEGIN
  INSERT INTO row_count VALUES ('smart.checkins', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER checkin_removed AFTER DELETE ON checkin BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'smart.checkins' AND merchant = old.merchant;
END;

INSERT INTO card_group (id, merchant, inner, document, query_display_name)
  SELECT id, merchant, json_object('prefix', prefix, 'length', card_length, 'limit', 0),
    json_object('object', 'loyalty.cardgroups', 'id', id,
      'merchant', json_object('object', 'general.merchants', 'id', merchant),
      'display_name', display_name, 'display_name_raw', display_name, 'stock_warn_limit', NULL, 'picture', NULL,
      'balance_limit', NULL, 'balance_expiry', json('false'), 'cancel_selected', json('false'), 'description', NULL),
    lower(display_name)
  FROM old_group;
INSERT INTO card (id, merchant, inner, document, query_cardnumber, query_account)
  SELECT c.id, m.merchant, '{}',
    json_object('object', 'loyalty.cards', 'id', c.id, 'cardnumber', c.cardnumber,
      'created', strftime('%Y-%m-%dT%H:%M:%S+00:00', c.created / 1000, 'unixepoch'), 'account', NULL),
    c.cardnumber, NULL
  FROM old_card c JOIN old_merchant_card m ON m.card = c.id;
INSERT INTO merchant_card (id, merchant, card, card_group, is_base_card, stock_status, lock_status, passcode, expiry_date,
    last_usage, last_charge, more, document, query_cardnumber)
  SELECT m.id, m.merchant, m.card, m.card_group, m.is_base_card, m.stock_status, m.lock_status, m.passcode, m.expiry_date,
    m.last_usage, m.last_charge, '{}', '', c.cardnumber
  FROM old_merchant_card m JOIN old_card c ON c.id = m.card;
-- What was booked before bookings had a name: one for what each sale did, one for what was given back, one for the rest.
CREATE TEMP TABLE old_booking AS
  SELECT e.merchant_card, e.sale, e.kind = 'return' AS back, min(e.number) AS first, max(e.at) AS at,
    'LTX_' || substr(hex(randomblob(15)), 1, 30) AS id
  FROM old_entry e GROUP BY e.merchant_card, e.sale, e.kind = 'return';
INSERT INTO loyalty_booking (id, merchant, merchant_card, sale, action, reverses, document)
  SELECT b.id, m.merchant, b.merchant_card, b.sale,
    CASE WHEN b.back THEN 'cancel' WHEN b.sale IS NULL THEN 'opening' ELSE 'sale' END,
    (SELECT f.id FROM old_booking f WHERE b.back AND NOT f.back AND f.sale = b.sale AND f.merchant_card = b.merchant_card),
    ''
  FROM old_booking b JOIN old_merchant_card m ON m.id = b.merchant_card ORDER BY b.first;
INSERT INTO loyalty_entry (booking, merchant_card, account, kind, amount, sale, at)
  SELECT b.id, e.merchant_card, e.account, e.kind, sum(e.amount), e.sale, max(e.at)
  FROM old_entry e JOIN old_booking b
    ON b.merchant_card = e.merchant_card AND b.sale IS e.sale AND b.back = (e.kind = 'return')
  GROUP BY b.id, e.account, e.kind ORDER BY min(e.number);
UPDATE loyalty_booking SET document = (
  SELECT json_object('object', 'loyalty.transactions', 'id', loyalty_booking.id,
    'merchant', json_object('object', 'general.merchants', 'id', m.merchant),
    'cardgroup', json_object('object', 'loyalty.cardgroups', 'id', m.card_group), 'store', NULL,
    'merchantcard', json_object('object', 'loyalty.merchantcards', 'id', m.id),
    'card', json_object('object', 'loyalty.cards', 'id', m.card),
    'parents', json('[]'), 'children', json('[]'), 'cleared', json('true'), 'clearing_information', json('[]'),
    'trans_id', NULL, 'tid', NULL, 'status', 111,
    'amount', coalesce((SELECT sum(abs(amount)) FROM loyalty_entry
      WHERE booking = loyalty_booking.id AND account <> 'points'), 0),
    'currency', (SELECT currency FROM merchant WHERE id = m.merchant), 'balance', 0, 'description', loyalty_booking.action,
    'purpose', NULL, 'additional_data', NULL, 'created', o.at, 'last_change', o.at, 'receipt', json('[]'),
    'is_cancelling', iif(loyalty_booking.reverses IS NULL, 0, 1))
  FROM merchant_card m, (SELECT strftime('%Y-%m-%dT%H:%M:%S+00:00', max(at) / 1000, 'unixepoch') AS at
    FROM old_booking WHERE id = loyalty_booking.id) o
  WHERE m.id = loyalty_booking.merchant_card);
INSERT INTO reservation SELECT * FROM old_reservation;
DROP TABLE old_booking;
DROP TABLE old_reservation;
DROP TABLE old_entry;
DROP TABLE old_merchant_card;
DROP TABLE old_card;
DROP TABLE old_group;

ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('merchant_card', 'merchant_card_cardnumber', '100000 100000 1'),
  ('loyalty_booking', 'sqlite_autoindex_loyalty_booking_1', '1000000 1'),
  ('loyalty_booking', 'loyalty_booking_newest', '1000000 1000000'),
  ('loyalty_booking', 'loyalty_booking_card', '1000000 20'),
  ('loyalty_entry', 'loyalty_entry_balance', '1000000 20 10 1'),
  ('loyalty_entry', 'loyalty_entry_sale', '1000000 2');
ANALYZE sqlite_schema;
