CREATE TABLE card_group (
  id TEXT PRIMARY KEY,
  merchant TEXT NOT NULL REFERENCES merchant,
  display_name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  card_length INTEGER NOT NULL
) STRICT;

CREATE TABLE card (
  id TEXT PRIMARY KEY,
  cardnumber TEXT NOT NULL UNIQUE,
  created INTEGER NOT NULL
) STRICT;

CREATE TABLE merchant_card (
  id TEXT PRIMARY KEY,
  merchant TEXT NOT NULL REFERENCES merchant,
  card TEXT NOT NULL REFERENCES card,
  card_group TEXT NOT NULL REFERENCES card_group,
  is_base_card INTEGER NOT NULL,
  stock_status TEXT NOT NULL CHECK (stock_status IN ('active', 'inactive', 'stored')),
  lock_status TEXT NOT NULL CHECK (lock_status IN ('locked', 'unlocked')),
  passcode INTEGER NOT NULL,
  expiry_date TEXT,
  last_usage INTEGER,
  last_charge INTEGER,
  UNIQUE (card, merchant)
) STRICT;

-- A balance is the sum of its rows; rows are never changed.
CREATE TABLE loyalty_entry (
  number INTEGER PRIMARY KEY,
  merchant_card TEXT NOT NULL REFERENCES merchant_card,
  account TEXT NOT NULL CHECK (account IN ('cash', 'bonus', 'points')),
  kind TEXT NOT NULL CHECK (kind IN ('opening', 'charge', 'spend', 'earn', 'return')),
  amount INTEGER NOT NULL,
  sale TEXT REFERENCES smart_transaction (id),
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX loyalty_entry_balance ON loyalty_entry (merchant_card, account, amount);
CREATE INDEX loyalty_entry_sale ON loyalty_entry (sale) WHERE sale IS NOT NULL;
-- Nothing of one sale is booked twice.
CREATE UNIQUE INDEX loyalty_entry_once ON loyalty_entry (sale, merchant_card, account, kind) WHERE sale IS NOT NULL;

CREATE TABLE reservation (
  number INTEGER PRIMARY KEY,
  sale TEXT NOT NULL REFERENCES smart_transaction (id),
  merchant_card TEXT NOT NULL REFERENCES merchant_card,
  cash INTEGER NOT NULL CHECK (cash >= 0),
  bonus INTEGER NOT NULL CHECK (bonus >= 0),
  state TEXT NOT NULL CHECK (state IN ('held', 'committed', 'released')),
  expires_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX reservation_sale ON reservation (sale) WHERE state = 'held';
CREATE INDEX reservation_card ON reservation (merchant_card) WHERE state = 'held';
CREATE INDEX reservation_expiry ON reservation (expires_at) WHERE state = 'held';

CREATE TABLE campaign (
  id TEXT PRIMARY KEY,
  merchant TEXT NOT NULL REFERENCES merchant,
  position INTEGER NOT NULL,
  definition TEXT NOT NULL          -- JSON: name, condition, effect
) STRICT;
CREATE INDEX campaign_merchant ON campaign (merchant, position);

CREATE TABLE article (
  merchant TEXT NOT NULL REFERENCES merchant,
  position INTEGER NOT NULL,
  article_number TEXT NOT NULL,
  ean TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (merchant, article_number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX article_ean ON article (merchant, ean) WHERE ean <> '';
CREATE INDEX article_position ON article (merchant, position);
