-- The enrolment of this bridge at a back office; at most one row. Private keys and the code are sealed.
CREATE TABLE office_enrolment (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  merchant TEXT NOT NULL,           -- whose records go there
  address TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('asking', 'enrolled', 'revoked', 'left')),
  at INTEGER NOT NULL,              -- milliseconds since 1970: when the state began
  code TEXT,                        -- sealed; only while asking
  private_key TEXT,                 -- sealed, PKCS #8 as base64; null: left
  next_key TEXT,                    -- sealed; a rotation of which the answer is not known yet
  answer TEXT,                      -- JSON of the back office: bridge, key, merchant, store
  before TEXT                       -- sealed JSON; while asking: the enrolment that holds on if the code is refused
) STRICT;

-- Last number of the batch under way: after a lost answer the same records are sent again. Null: none is under way.
ALTER TABLE office_delivery ADD COLUMN sending INTEGER;
-- 1: another sender continued the chain (a cloned till); what is left goes outside the chain. 2: epoch begun after that.
ALTER TABLE office_delivery ADD COLUMN disputed INTEGER NOT NULL DEFAULT 0;

-- Ranges that the back office asks for again.
CREATE TABLE office_wanted (
  till TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  next INTEGER NOT NULL,            -- the next number to send; above last: sent
  at INTEGER NOT NULL,              -- milliseconds since 1970: when it was asked for
  PRIMARY KEY (till, epoch, first, last)
) STRICT, WITHOUT ROWID;

-- Numbers of a disputed epoch that another sender had used; their records have numbers in a newer epoch now.
CREATE TABLE office_moved (
  till TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  PRIMARY KEY (till, epoch, sequence)
) STRICT, WITHOUT ROWID;
