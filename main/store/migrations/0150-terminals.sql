-- Terminals that were paired with this installation: how each is reached and what its model can do. The password is the
-- one the terminal asks a till for; it has to be told again, so it cannot be hashed, and no answer holds it.
CREATE TABLE paired_terminal (
  device TEXT PRIMARY KEY REFERENCES smart_device (id),
  merchant TEXT NOT NULL REFERENCES merchant,
  protocol TEXT NOT NULL,
  connection TEXT NOT NULL CHECK (json_valid(connection)),
  password TEXT,
  currency TEXT,
  profile TEXT,
  options TEXT NOT NULL CHECK (json_valid(options)), -- of the protocol, with what the model was found to be able to do
  terminal_id TEXT,
  software TEXT,
  shared INTEGER NOT NULL,          -- 1: others pay at it, too
  hand_over INTEGER NOT NULL,       -- 1: the till says what became of the goods
  paired_at INTEGER NOT NULL        -- milliseconds since 1970
) STRICT, WITHOUT ROWID;
