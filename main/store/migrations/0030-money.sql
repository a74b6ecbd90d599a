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

-- What happened, in the order it happened: the event stream reads it, pushes will.
CREATE TABLE event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  merchant TEXT NOT NULL,
  object TEXT NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX event_age ON event (at);

-- What the back office must learn, in order; the key is born with the row and makes delivery harmless to repeat.
CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL,
  object TEXT NOT NULL,
  id TEXT NOT NULL,
  change TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'parked')),
  created INTEGER NOT NULL
) STRICT;
CREATE INDEX outbox_open ON outbox (state, seq) WHERE state <> 'done';

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
