-- The intent to move money: committed before the first byte of the command leaves, and ended exactly once.
CREATE TABLE intent (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  sale TEXT NOT NULL REFERENCES smart_transaction (id),
  party TEXT NOT NULL,              -- SDV_… of the terminal, or 'acquirer'
  kind TEXT NOT NULL CHECK (kind IN ('payment', 'reversal')),
  method TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0),
  currency TEXT NOT NULL,
  known_receipt INTEGER,
  reverses INTEGER,
  state TEXT NOT NULL CHECK (state IN ('open', 'approved', 'declined', 'notSent', 'unknown')),
  person INTEGER NOT NULL DEFAULT 0, -- 1: only a person can decide
  reason TEXT,
  facts TEXT,                       -- JSON: what the other side told, never a card number
  started_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX intent_sale ON intent (sale);
CREATE UNIQUE INDEX intent_unsettled ON intent (party) WHERE state IN ('open', 'unknown') AND party <> 'acquirer';
CREATE INDEX intent_party ON intent (party, number);

-- What happened, in the order it happened, written with the change itself. The event stream reads it, and it is the
-- queue to the back office: everything behind the setting `delivered` still has to go there. `seq` is part of the
-- idempotency key of each delivery. The newest row is never removed, so numbers never repeat.
CREATE TABLE change (
  seq INTEGER PRIMARY KEY,
  merchant TEXT NOT NULL,
  object TEXT NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('added', 'changed')),
  at INTEGER NOT NULL
) STRICT;

-- Changes the back office will never take, each with its reason; they hold up nothing behind them.
CREATE TABLE parked_change (
  seq INTEGER PRIMARY KEY REFERENCES change,
  reason TEXT NOT NULL
) STRICT;

-- The simulated acquirer's own books: one row per key, so that asking twice books once.
CREATE TABLE virtual_acquirer (
  key TEXT PRIMARY KEY,
  operation TEXT NOT NULL,
  amount INTEGER NOT NULL,
  approved INTEGER NOT NULL,
  authorisation TEXT NOT NULL
) STRICT;

CREATE TABLE setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
