-- Payment Transactions: the document is what the API answers, `inner` what only the bridge knows (the order, the money).
CREATE TABLE payment_transaction (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,
  document TEXT NOT NULL,
  method TEXT GENERATED ALWAYS AS (inner ->> '$.order.method') VIRTUAL,
  accrual INTEGER GENERATED ALWAYS AS (inner ->> '$.order.accrual') VIRTUAL,
  -- What was taken or given back and has to be paid out to the merchant.
  due INTEGER GENERATED ALWAYS AS (inner ->> '$.money.stage' = 'captured' AND inner ->> '$.money.held' = 0
    AND NOT (inner ->> '$.order.accrual') AND document ->> 'payout_date' IS NULL
    AND inner ->> '$.order.method' <> 'payout' AND query_simple IN (1, 7, 9)) VIRTUAL,
  detail TEXT GENERATED ALWAYS AS (inner -> '$.detail') VIRTUAL,
  position INTEGER,
  query_trans_id REAL,
  query_hash TEXT,
  query_order_id TEXT,
  query_status REAL,
  query_simple REAL,
  query_amount REAL,
  query_product REAL,
  query_created INTEGER,
  query_incoming INTEGER
) STRICT;
CREATE UNIQUE INDEX payment_transaction_newest ON payment_transaction (merchant, position);
CREATE INDEX payment_transaction_trans_id ON payment_transaction (merchant, query_trans_id);
CREATE INDEX payment_transaction_hash ON payment_transaction (merchant, query_hash);
CREATE INDEX payment_transaction_order ON payment_transaction (merchant, query_order_id) WHERE query_order_id IS NOT NULL;
CREATE INDEX payment_transaction_status ON payment_transaction (merchant, query_status);
CREATE INDEX payment_transaction_simple ON payment_transaction (merchant, query_simple);
CREATE INDEX payment_transaction_amount ON payment_transaction (merchant, query_amount);
CREATE INDEX payment_transaction_product ON payment_transaction (merchant, query_product);
CREATE INDEX payment_transaction_created ON payment_transaction (merchant, query_created);
CREATE INDEX payment_transaction_incoming ON payment_transaction (merchant, query_incoming)
  WHERE query_incoming IS NOT NULL;
CREATE INDEX payment_transaction_method ON payment_transaction (merchant, method);
CREATE INDEX payment_transaction_due ON payment_transaction (merchant) WHERE due = 1;
CREATE INDEX payment_transaction_accrual ON payment_transaction (merchant) WHERE accrual = 1;
CREATE INDEX payment_transaction_sale ON payment_transaction (inner ->> '$.order.sale')
  WHERE inner ->> '$.order.sale' IS NOT NULL;
-- Which one of its merchant's it is, from 1, without gaps: a payment is never removed.
CREATE TRIGGER payment_transaction_placed AFTER INSERT ON payment_transaction BEGIN
  UPDATE payment_transaction SET position = 1 + coalesce(
    (SELECT max(position) FROM payment_transaction WHERE merchant = new.merchant), 0) WHERE number = new.number;
END;
CREATE TRIGGER payment_transaction_counted AFTER INSERT ON payment_transaction
  WHEN new.method IN ('prepaid', 'debit', 'creditcard', 'invoice', 'sofort', 'paypal', 'payout') BEGIN
  INSERT INTO row_count VALUES (CASE new.method WHEN 'prepaid' THEN 'payment.svcprepays'
    WHEN 'debit' THEN 'payment.svcdebits' WHEN 'creditcard' THEN 'payment.svccreditcards'
    WHEN 'invoice' THEN 'payment.svcinvoices' WHEN 'sofort' THEN 'payment.svcsofort'
    WHEN 'paypal' THEN 'payment.svcpaypals' ELSE 'payment.svcpayout' END, new.merchant, 1)
    ON CONFLICT DO UPDATE SET rows = rows + 1;
END;

-- The same payments as the method-specific resources answer them.
CREATE VIEW svcprepays AS SELECT number, id, merchant, detail AS document, query_trans_id, query_hash, query_order_id,
  query_amount FROM payment_transaction WHERE method = 'prepaid';
CREATE VIEW svcdebits AS SELECT number, id, merchant, detail AS document, query_trans_id, query_hash, query_order_id,
  query_amount FROM payment_transaction WHERE method = 'debit';
CREATE VIEW svccreditcards AS SELECT number, id, merchant, detail AS document, query_trans_id, query_hash, query_order_id,
  query_amount FROM payment_transaction WHERE method = 'creditcard';
CREATE VIEW svcinvoices AS SELECT number, id, merchant, detail AS document, query_trans_id, query_hash, query_order_id,
  query_amount FROM payment_transaction WHERE method = 'invoice';
CREATE VIEW svcsofort AS SELECT number, id, merchant, detail AS document, query_trans_id, query_hash, query_order_id,
  query_amount FROM payment_transaction WHERE method = 'sofort';
CREATE VIEW svcpaypals AS SELECT number, id, merchant, detail AS document, query_trans_id, query_hash, query_order_id,
  query_amount FROM payment_transaction WHERE method = 'paypal';
CREATE VIEW svcpayout AS SELECT number, id, merchant, detail AS document, query_trans_id, query_hash, query_order_id,
  query_amount FROM payment_transaction WHERE method = 'payout';

-- Subscriptions: the first payment names one, all later ones pass its number.
CREATE TABLE payment_subscription (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,          -- SUB_…
  merchant TEXT NOT NULL REFERENCES merchant,
  purpose TEXT NOT NULL,
  currency TEXT NOT NULL,
  payment TEXT NOT NULL REFERENCES payment_transaction (id)
) STRICT;

-- Transfers that named no payment waiting for them; somebody assigns them.
CREATE TABLE incoming_transfer (
  number INTEGER PRIMARY KEY,       -- accounting id
  merchant TEXT NOT NULL REFERENCES merchant,
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL,
  purpose TEXT NOT NULL,
  iban TEXT NOT NULL,               -- masked
  bic TEXT,
  owner TEXT,
  received INTEGER NOT NULL,
  payment TEXT REFERENCES payment_transaction (id)
) STRICT;
CREATE INDEX incoming_transfer_open ON incoming_transfer (merchant) WHERE payment IS NULL;

-- References of payout items, each used once.
CREATE TABLE payout_reference (
  merchant TEXT NOT NULL REFERENCES merchant,
  reference TEXT NOT NULL,
  PRIMARY KEY (merchant, reference)
) STRICT, WITHOUT ROWID;

-- Transfers of what was taken to the merchant.
CREATE TABLE merchant_payout (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,
  document TEXT NOT NULL,
  query_date INTEGER,
  query_amount REAL,
  query_status REAL
) STRICT;
CREATE INDEX merchant_payout_newest ON merchant_payout (merchant);
CREATE INDEX merchant_payout_date ON merchant_payout (merchant, query_date);
CREATE INDEX merchant_payout_amount ON merchant_payout (merchant, query_amount);
CREATE INDEX merchant_payout_status ON merchant_payout (merchant, query_status);
CREATE TRIGGER merchant_payout_added AFTER INSERT ON merchant_payout BEGIN
  INSERT INTO row_count VALUES ('payment.payouts', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER merchant_payout_removed AFTER DELETE ON merchant_payout BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'payment.payouts' AND merchant = old.merchant;
END;

-- TA codes below `parents` of a transaction.
CREATE TABLE payment_parent (
  payment TEXT NOT NULL REFERENCES payment_transaction (id),
  trans_id REAL NOT NULL,
  PRIMARY KEY (trans_id, payment)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_parent_payment ON payment_parent (payment);

-- Money on the move: committed before the request leaves, ended exactly once, one at a time for each payment.
CREATE TABLE payment_operation (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,          -- also the key at the acquirer
  payment TEXT NOT NULL REFERENCES payment_transaction (id),
  merchant TEXT NOT NULL,
  kind TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount >= 0),
  currency TEXT NOT NULL,
  request TEXT NOT NULL,            -- JSON: what the acquirer is asked, never a card number
  facts TEXT NOT NULL,              -- JSON: what the caller asked beside the amount
  state TEXT NOT NULL CHECK (state IN ('open', 'ended')),
  answer TEXT,                      -- JSON: what the acquirer said
  started_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX payment_operation_payment ON payment_operation (payment, number);
CREATE UNIQUE INDEX payment_operation_open ON payment_operation (payment) WHERE state = 'open';

-- Pages on which a payer accepts or refuses a payment, each good once.
CREATE TABLE payment_challenge (
  id TEXT PRIMARY KEY,
  payment TEXT NOT NULL REFERENCES payment_transaction (id),
  merchant TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'refused', 'timeout', 'void'))
) STRICT;
CREATE INDEX payment_challenge_payment ON payment_challenge (payment);
CREATE INDEX payment_challenge_open ON payment_challenge (expires_at) WHERE state = 'open';

-- The simulated acquirer's own books: one row per key, so that asking twice books once.
CREATE TABLE acquirer_book (
  number INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  original TEXT NOT NULL,           -- key of the request that began the payment
  kind TEXT NOT NULL,
  method TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  answer TEXT NOT NULL
) STRICT;
CREATE INDEX acquirer_book_original ON acquirer_book (original, number);

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('payment_transaction', 'sqlite_autoindex_payment_transaction_1', '1000000 1'),
  ('payment_transaction', 'payment_transaction_newest', '1000000 1000000 1'),
  ('payment_transaction', 'payment_transaction_trans_id', '1000000 1000000 1'),
  ('payment_transaction', 'payment_transaction_hash', '1000000 1000000 1'),
  ('payment_transaction', 'payment_transaction_order', '1000000 1000000 2'),
  ('payment_transaction', 'payment_transaction_method', '1000000 1000000 150000'),
  ('payment_transaction', 'payment_transaction_due', '1000000 1000000'),
  ('payment_transaction', 'payment_transaction_accrual', '1000 1000'),
  ('payment_transaction', 'payment_transaction_sale', '1000000 2'),
  ('payment_transaction', 'payment_transaction_status', '1000000 1000000 100000'),
  ('payment_transaction', 'payment_transaction_simple', '1000000 1000000 100000'),
  ('payment_transaction', 'payment_transaction_amount', '1000000 1000000 100'),
  ('payment_transaction', 'payment_transaction_product', '1000000 1000000 100000'),
  ('payment_transaction', 'payment_transaction_created', '1000000 1000000 1'),
  ('payment_transaction', 'payment_transaction_incoming', '100000 100000 1'),
  ('payment_parent', 'payment_parent', '100000 1 1'),
  ('payment_parent', 'payment_parent_payment', '100000 1'),
  ('payment_operation', 'payment_operation_payment', '1000000 2 1'),
  ('acquirer_book', 'acquirer_book_original', '1000000 2 1');
ANALYZE sqlite_schema;
