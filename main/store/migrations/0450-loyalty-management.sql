-- Loyalty as its managers keep it: corrections, transfers between merged cards and expired balances are kinds of their own;
-- campaigns belong to a merchant by name; vouchers have a state; ranges and imports of cards run in batches.

-- Rows keep the moment at which their amount was credited first: an amount that moves to another card keeps its age, so a
-- transfer is one row for each of them.
CREATE TABLE loyalty_entry_managed (
  number INTEGER PRIMARY KEY,
  booking TEXT NOT NULL REFERENCES loyalty_booking (id),
  merchant_card TEXT NOT NULL REFERENCES merchant_card (id),
  account TEXT NOT NULL CHECK (account IN ('cash', 'bonus', 'points')),
  kind TEXT NOT NULL CHECK (kind IN ('opening', 'charge', 'spend', 'earn', 'return', 'correction', 'transfer', 'expiry')),
  amount INTEGER NOT NULL,
  sale TEXT REFERENCES smart_transaction (id),
  at INTEGER NOT NULL,
  UNIQUE (booking, account, kind, at)
) STRICT;
INSERT INTO loyalty_entry_managed SELECT * FROM loyalty_entry;
DROP TABLE loyalty_entry;
ALTER TABLE loyalty_entry_managed RENAME TO loyalty_entry;
CREATE INDEX loyalty_entry_balance ON loyalty_entry (merchant_card, account, amount, at);
CREATE INDEX loyalty_entry_sale ON loyalty_entry (sale) WHERE sale IS NOT NULL;

-- The card that took over this one; its number leads there while it is not locked.
ALTER TABLE merchant_card ADD COLUMN merged_into TEXT REFERENCES merchant_card (id);
CREATE INDEX merchant_card_merged ON merchant_card (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX merchant_card_lock ON merchant_card (merchant, lock_status);
CREATE INDEX merchant_card_stock ON merchant_card (merchant, stock_status);

-- A group with everything that its manager may set.
CREATE VIEW card_group_settings AS
  SELECT number, id, merchant, json_object(
    'object', 'loyalty.cardgroups', 'id', id,
    'name', json_object('de', document ->> 'display_name', 'en', coalesce(inner ->> 'nameEn', document ->> 'display_name')),
    'description', document ->> 'description',
    'prefix', inner ->> 'prefix', 'length', CAST(inner ->> 'length' AS INTEGER),
    'overdraft', CAST(coalesce(inner ->> 'limit', 0) AS INTEGER),
    'balanceLimit', document -> 'balance_limit', 'stockWarnLimit', document -> 'stock_warn_limit',
    'cancelAny', json(iif(document ->> 'cancel_selected', 'true', 'false')),
    'passcode', CAST(coalesce(inner ->> 'passcode', 0) AS INTEGER),
    'cardMonths', inner -> 'cardMonths',
    'balanceExpiry', json(iif(document ->> 'balance_expiry',
      coalesce(inner -> 'expiry', '{"cash":36,"bonus":36,"points":36,"until":"yearEnd"}'), 'null'))
  ) AS document FROM card_group;

-- Names of campaigns are chosen by each merchant.
CREATE TABLE campaign_managed (
  id TEXT NOT NULL,
  merchant TEXT NOT NULL REFERENCES merchant,
  position INTEGER NOT NULL,
  definition TEXT NOT NULL,         -- JSON: name, condition, effect
  document TEXT GENERATED ALWAYS AS
    (json_set(definition, '$.object', 'loyalty.campaigns', '$.id', id, '$.position', position)) VIRTUAL,
  PRIMARY KEY (merchant, id)
) STRICT;
INSERT INTO campaign_managed SELECT id, merchant, position, definition FROM campaign;
DROP TABLE campaign;
ALTER TABLE campaign_managed RENAME TO campaign;
CREATE INDEX campaign_merchant ON campaign (merchant, position);

CREATE TABLE voucher_managed (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE DEFAULT ('VCH_' || hex(randomblob(15))),
  merchant TEXT NOT NULL REFERENCES merchant,
  code TEXT NOT NULL,
  definition TEXT NOT NULL,         -- JSON: name, condition, effect, as of a campaign
  sale TEXT REFERENCES smart_transaction (id),
  redeemed INTEGER NOT NULL DEFAULT 0,
  lock_note TEXT,                   -- why it is locked; null: it is not
  created INTEGER,                  -- ms since 1970
  redeemed_at INTEGER,
  query_code TEXT GENERATED ALWAYS AS (lower(code)) VIRTUAL,
  query_state TEXT GENERATED ALWAYS AS (CASE WHEN redeemed THEN 'redeemed' WHEN lock_note IS NOT NULL THEN 'locked'
    WHEN sale IS NOT NULL THEN 'held' ELSE 'open' END) VIRTUAL,
  document TEXT GENERATED ALWAYS AS (json_object(
    'object', 'loyalty.vouchers', 'id', id, 'code', code, 'name', definition ->> 'name',
    'condition', json(coalesce(definition -> 'condition', '{}')), 'effect', json(definition -> 'effect'),
    'state', CASE WHEN redeemed THEN 'redeemed' WHEN lock_note IS NOT NULL THEN 'locked' WHEN sale IS NOT NULL THEN 'held'
      ELSE 'open' END,
    'sale', sale, 'lockNote', lock_note,
    'created', strftime('%Y-%m-%dT%H:%M:%S+00:00', created / 1000, 'unixepoch'),
    'redeemed', strftime('%Y-%m-%dT%H:%M:%S+00:00', redeemed_at / 1000, 'unixepoch'))) VIRTUAL,
  UNIQUE (merchant, code)
) STRICT;
INSERT INTO voucher_managed (number, merchant, code, definition, sale, redeemed)
  SELECT number, merchant, code, definition, sale, redeemed FROM voucher;
DROP TABLE voucher;
ALTER TABLE voucher_managed RENAME TO voucher;
CREATE INDEX voucher_sale ON voucher (sale) WHERE sale IS NOT NULL;
CREATE INDEX voucher_newest ON voucher (merchant);
CREATE INDEX voucher_code ON voucher (merchant, query_code);
CREATE INDEX voucher_state ON voucher (merchant, query_state);
CREATE TRIGGER voucher_added AFTER INSERT ON voucher BEGIN
  INSERT INTO row_count VALUES ('loyalty.vouchers', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER voucher_removed AFTER DELETE ON voucher BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'loyalty.vouchers' AND merchant = old.merchant;
END;
INSERT INTO row_count SELECT 'loyalty.vouchers', merchant, count(*) FROM voucher GROUP BY merchant;

-- Many cards or vouchers at once, made part by part beside the sales: what is asked for, and how far it has come.
CREATE TABLE loyalty_batch (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,              -- JSON: who asked, and what is to be made
  document TEXT NOT NULL,
  query_state TEXT NOT NULL
) STRICT;
CREATE INDEX loyalty_batch_newest ON loyalty_batch (merchant);
CREATE INDEX loyalty_batch_state ON loyalty_batch (merchant, query_state);
CREATE INDEX loyalty_batch_running ON loyalty_batch (query_state) WHERE query_state = 'running';
CREATE TRIGGER loyalty_batch_added AFTER INSERT ON loyalty_batch BEGIN
  INSERT INTO row_count VALUES ('loyalty.batches', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER loyalty_batch_removed AFTER DELETE ON loyalty_batch BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'loyalty.batches' AND merchant = old.merchant;
END;

-- Lines of an imported file that are to be written; they go when the batch has ended.
CREATE TABLE loyalty_batch_line (
  batch TEXT NOT NULL REFERENCES loyalty_batch (id),
  line INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (batch, line)
) STRICT, WITHOUT ROWID;

-- The business day up to which balances have expired.
CREATE TABLE balance_expiry_day (
  merchant TEXT PRIMARY KEY REFERENCES merchant,
  day TEXT NOT NULL                 -- YYYY-MM-DD
) STRICT, WITHOUT ROWID;

ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('loyalty_entry', 'loyalty_entry_balance', '1000000 20 7 2 1'),
  ('loyalty_entry', 'loyalty_entry_sale', '1000000 3'),
  ('merchant_card', 'merchant_card_lock', '100000 100000 50000'),
  ('merchant_card', 'merchant_card_stock', '100000 100000 50000'),
  ('merchant_card', 'merchant_card_merged', '100 2'),
  ('voucher', 'voucher_newest', '100000 100000'),
  ('voucher', 'sqlite_autoindex_voucher_2', '100000 100000 1'),
  ('voucher', 'voucher_code', '100000 100000 1'),
  ('voucher', 'voucher_state', '100000 100000 30000');
ANALYZE sqlite_schema;
