-- Every command that may move money at a terminal is an intent, with or without a sale, and knows what the terminal had
-- told before it left.
CREATE TABLE new_intent (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  sale TEXT REFERENCES smart_transaction (id),  -- null: an operation without a sale
  merchant TEXT NOT NULL REFERENCES merchant,
  till TEXT,                        -- SDV_… of the till that asked
  staff TEXT,                       -- who asked, where a person was signed in
  party TEXT NOT NULL,              -- SDV_… of the terminal, or 'acquirer'
  kind TEXT NOT NULL
    CHECK (kind IN ('payment', 'reversal', 'refund', 'preAuthorisation', 'booking', 'release', 'tip')),
  method TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount >= 0), -- 0: the whole of a transaction whose amount is not known here
  currency TEXT NOT NULL,
  original_receipt INTEGER,         -- of the transaction that is reversed, booked, released or tipped
  original_trace INTEGER,
  original_amount INTEGER,
  known_receipt INTEGER,            -- of the terminal's last transaction before: 0 none, null not known
  baseline TEXT,                    -- JSON: all that the terminal had told before
  screen INTEGER NOT NULL DEFAULT 0, -- 1: the sale was on the screen of the till
  state TEXT NOT NULL CHECK (state IN ('open', 'approved', 'declined', 'notSent', 'unknown')),
  person INTEGER NOT NULL DEFAULT 0, -- 1: only a person can decide
  stop_asked_at INTEGER,            -- the cashier asked to stop
  late TEXT CHECK (late IN ('open', 'kept', 'takenBack')), -- approved after the till had given up
  reason TEXT,
  facts TEXT,                       -- JSON: what the other side told, never a card number
  slips TEXT,                       -- JSON: the slips of an operation without a sale
  started_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;

INSERT INTO new_intent (number, id, sale, merchant, till, staff, party, kind, method, amount, currency,
  original_receipt, known_receipt, state, person, reason, facts, started_at, ended_at)
SELECT i.number, i.id, i.sale, s.merchant, s.till, s.staff, i.party, i.kind, i.method, i.amount, i.currency,
  i.reverses, i.known_receipt, i.state, i.person, i.reason, i.facts, i.started_at, i.ended_at
FROM intent i JOIN smart_transaction s ON s.id = i.sale;

DROP TABLE intent;
ALTER TABLE new_intent RENAME TO intent;
CREATE INDEX intent_sale ON intent (sale);
CREATE UNIQUE INDEX intent_unsettled ON intent (party) WHERE state IN ('open', 'unknown') AND party <> 'acquirer';
CREATE INDEX intent_party ON intent (party, number);
CREATE INDEX intent_open ON intent (number) WHERE state IN ('open', 'unknown');
CREATE INDEX intent_receipt ON intent (party, facts ->> 'receiptNumber', number)
  WHERE facts ->> 'receiptNumber' IS NOT NULL;
CREATE INDEX intent_operation ON intent (merchant, party, number) WHERE sale IS NULL;
CREATE INDEX intent_late ON intent (party, number) WHERE late = 'open';

CREATE TRIGGER intent_operation_added AFTER INSERT ON intent WHEN new.sale IS NULL BEGIN
  INSERT INTO row_count VALUES ('terminal.operations ' || new.party, new.merchant, 1)
    ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER intent_operation_removed AFTER DELETE ON intent WHEN old.sale IS NULL BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'terminal.operations ' || old.party AND merchant = old.merchant;
END;

-- What was asked of a terminal, what it told and what was decided, in that order and in the commits of the changes
-- themselves. Nothing is changed or removed. Of a payment card it holds the last four digits and the issuer.
CREATE TABLE terminal_journal (
  number INTEGER PRIMARY KEY,
  intent TEXT NOT NULL REFERENCES intent (id),
  merchant TEXT NOT NULL,
  device TEXT NOT NULL,             -- SDV_… of the terminal
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('intent', 'wire', 'result', 'verdict', 'evidence', 'late', 'slip')),
  data TEXT NOT NULL                -- JSON
) STRICT;
CREATE INDEX terminal_journal_intent ON terminal_journal (intent, number);
CREATE INDEX terminal_journal_device ON terminal_journal (merchant, device, number);

CREATE TRIGGER terminal_journal_added AFTER INSERT ON terminal_journal BEGIN
  INSERT INTO row_count VALUES ('terminal.journal ' || new.device, new.merchant, 1)
    ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER terminal_journal_fixed BEFORE UPDATE ON terminal_journal BEGIN
  SELECT RAISE(ABORT, 'the journal of a terminal is never changed');
END;
CREATE TRIGGER terminal_journal_kept BEFORE DELETE ON terminal_journal BEGIN
  SELECT RAISE(ABORT, 'the journal of a terminal is never shortened');
END;
