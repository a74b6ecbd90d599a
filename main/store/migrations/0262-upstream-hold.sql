-- What was asked of the upstream service while a sale is still open: a shell of the sale there, whose preTransaction holds
-- the card. A row goes when the sale is closed (the shell is its object then) or when the shell is cancelled there.
CREATE TABLE upstream_hold (
  id TEXT PRIMARY KEY,              -- key of the create, and the end of the mark in the text field of the shell
  sale TEXT NOT NULL,               -- STX_…
  upstream TEXT,                    -- id at the upstream service; null until it is known
  state TEXT NOT NULL CHECK (state IN ('asking', 'held', 'releasing')),
  reference TEXT NOT NULL,          -- transactionRef as it was sent
  missed_at INTEGER                 -- when a search for the shell found nothing, milliseconds since 1970
) STRICT, WITHOUT ROWID;
CREATE INDEX upstream_hold_sale ON upstream_hold (sale);

-- When the balances of a card were last taken over from the upstream service.
CREATE TABLE upstream_balance (
  merchant_card TEXT PRIMARY KEY,
  at INTEGER NOT NULL               -- milliseconds since 1970
) STRICT, WITHOUT ROWID;

-- What cards paid while the upstream service was not reachable.
CREATE TABLE offline_redemption (
  sale TEXT PRIMARY KEY,
  merchant_card TEXT NOT NULL,
  day TEXT NOT NULL,                -- YYYY-MM-DD, local
  amount INTEGER NOT NULL,          -- minor units, cash and bonus balance together
  notice TEXT NOT NULL              -- JSON: what the cashier was shown
) STRICT, WITHOUT ROWID;
CREATE INDEX offline_redemption_card ON offline_redemption (merchant_card, day);
