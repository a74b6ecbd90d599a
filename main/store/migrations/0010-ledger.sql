-- Who sells what on which device. Secrets are kept as hashes only.
CREATE TABLE merchant (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  address TEXT NOT NULL,            -- JSON list of lines for the receipt
  currency TEXT NOT NULL,
  has_contract INTEGER NOT NULL
) STRICT;

CREATE TABLE store (
  id TEXT PRIMARY KEY,
  merchant TEXT NOT NULL REFERENCES merchant,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE client (
  id TEXT PRIMARY KEY,
  merchant TEXT NOT NULL REFERENCES merchant,
  secret_hash TEXT NOT NULL,
  scope TEXT NOT NULL,
  rotates INTEGER NOT NULL          -- 1: every refresh token is good once, and using one twice ends the whole family
) STRICT;

CREATE TABLE staff (
  id TEXT PRIMARY KEY,
  merchant TEXT NOT NULL REFERENCES merchant,
  username TEXT NOT NULL UNIQUE COLLATE NOCASE,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('cashier', 'manager', 'integrator', 'backoffice')),
  pin_hash TEXT NOT NULL
) STRICT;

CREATE TABLE token (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
  family TEXT NOT NULL,
  client TEXT NOT NULL REFERENCES client,
  staff TEXT REFERENCES staff,
  device TEXT,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE INDEX token_family ON token (family);
CREATE INDEX token_expiry ON token (expires_at);

CREATE TABLE login_failure (
  name TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  blocked_until INTEGER NOT NULL
) STRICT;

CREATE TABLE device (
  id TEXT PRIMARY KEY,
  position INTEGER NOT NULL,        -- order of lists
  merchant TEXT NOT NULL REFERENCES merchant,
  store TEXT REFERENCES store,
  type TEXT NOT NULL CHECK (type IN ('cashier', 'zvt', 'shopmodule', 'webterminal')),
  vendor TEXT,
  vendor_uid TEXT,
  description TEXT NOT NULL,
  tid TEXT,
  terminal TEXT REFERENCES device,  -- of a till: where its card payments go
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL
) STRICT;
CREATE INDEX device_merchant ON device (merchant, position);

-- The sale each till has on its screen.
CREATE TABLE till (
  device TEXT PRIMARY KEY REFERENCES device,
  sale TEXT
) STRICT;

-- Smart Transactions. The document is what the API answers, byte for byte; columns beside it are found by index.
CREATE TABLE smart_transaction (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  store TEXT,
  till TEXT,
  staff TEXT,
  client TEXT NOT NULL,
  state TEXT NOT NULL,
  method TEXT,
  receipt_number INTEGER,
  business_day TEXT NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  query_status TEXT,
  query_transaction_ref TEXT,
  query_merchant_ref TEXT,
  document TEXT NOT NULL
) STRICT;
CREATE INDEX smart_transaction_newest ON smart_transaction (merchant);
CREATE INDEX smart_transaction_status ON smart_transaction (merchant, query_status);
CREATE INDEX smart_transaction_transaction_ref ON smart_transaction (merchant, query_transaction_ref)
  WHERE query_transaction_ref IS NOT NULL;
CREATE INDEX smart_transaction_merchant_ref ON smart_transaction (merchant, query_merchant_ref)
  WHERE query_merchant_ref IS NOT NULL;
CREATE UNIQUE INDEX smart_transaction_receipt ON smart_transaction (merchant, receipt_number) WHERE receipt_number IS NOT NULL;
CREATE INDEX smart_transaction_unsettled ON smart_transaction (state)
  WHERE state IN ('paying', 'unclear', 'reversing', 'reversalUnclear');

-- Ids below `transactions` of a Smart Transaction.
CREATE TABLE smart_transaction_payment (
  sale TEXT NOT NULL REFERENCES smart_transaction (id),
  id TEXT NOT NULL,
  PRIMARY KEY (id, sale)
) STRICT, WITHOUT ROWID;
CREATE INDEX smart_transaction_payment_sale ON smart_transaction_payment (sale);

-- How many rows a merchant has, kept by triggers, so that the count of a list is one look-up at any size.
CREATE TABLE row_count (
  kind TEXT NOT NULL,
  merchant TEXT NOT NULL,
  rows INTEGER NOT NULL,
  PRIMARY KEY (kind, merchant)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER smart_transaction_added AFTER INSERT ON smart_transaction BEGIN
  INSERT INTO row_count VALUES ('smart.transactions', new.merchant, 1)
    ON CONFLICT DO UPDATE SET rows = rows + 1;
END;

-- Numbers that never repeat: receipt numbers per merchant, TA codes.
CREATE TABLE counter (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE payment (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  sale TEXT NOT NULL REFERENCES smart_transaction (id),
  document TEXT NOT NULL
) STRICT;
CREATE INDEX payment_sale ON payment (sale);

-- Fixed statistics, so that the planner chooses by the shape of the tables and not by the day they were measured:
-- ids and references pick few rows, a merchant picks all. ANALYZE must not be run on this database.
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('smart_transaction', 'sqlite_autoindex_smart_transaction_1', '1000000 1'),
  ('smart_transaction', 'smart_transaction_newest', '1000000 1000000'),
  ('smart_transaction', 'smart_transaction_status', '1000000 1000000 5000'),
  ('smart_transaction', 'smart_transaction_transaction_ref', '1000000 1000000 2'),
  ('smart_transaction', 'smart_transaction_merchant_ref', '1000000 1000000 2'),
  ('smart_transaction_payment', 'smart_transaction_payment', '1000000 1 1'),
  ('smart_transaction_payment', 'smart_transaction_payment_sale', '1000000 1');
ANALYZE sqlite_schema;
