-- Mails to customers: written with the change they tell of, sent after its commit, and kept until that worked.
CREATE TABLE mail (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  sale TEXT NOT NULL REFERENCES smart_transaction (id),
  recipient TEXT NOT NULL,
  template TEXT NOT NULL,
  language TEXT NOT NULL CHECK (language IN ('de', 'en')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'given up')),
  problem TEXT
) STRICT;
CREATE INDEX mail_waiting ON mail (next_at) WHERE state = 'waiting';
CREATE INDEX mail_sale ON mail (sale);
