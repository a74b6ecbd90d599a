-- What the bank paid out for card payments, from the files that people import. An entry is recognised by its content, so
-- that a file that is imported again, or that overlaps another one, changes nothing.
CREATE TABLE bank_entry (
  store text NOT NULL,
  id text NOT NULL,                 -- SHA-256 of what the bank says of the payment, and its place among equal ones
  day date NOT NULL,                -- of the payment, as the bank names it
  at timestamptz,                   -- null where the file names no time
  terminal text NOT NULL,           -- terminal id (tid)
  trace bigint NOT NULL,
  amount bigint NOT NULL,           -- gross; negative for what was taken back
  fee bigint,                       -- positive: what the bank kept; null where the file does not say
  currency text NOT NULL,
  card_type text NOT NULL,
  file text NOT NULL,               -- of bank_file
  row integer NOT NULL,             -- in that file, from 1
  PRIMARY KEY (store, id)
);
CREATE INDEX bank_entry_day ON bank_entry (store, day);
CREATE INDEX bank_entry_file ON bank_entry (file, store);
CREATE INDEX bank_entry_terminal ON bank_entry (store, terminal, day);

-- Files that were imported, each once for a merchant: the bytes are not kept.
CREATE TABLE bank_file (
  id text PRIMARY KEY,              -- SHA-256 of merchant and bytes
  merchant text NOT NULL REFERENCES merchant,
  name text NOT NULL,
  imported timestamptz NOT NULL,
  person text NOT NULL REFERENCES person,
  rows integer NOT NULL
);
CREATE INDEX bank_file_newest ON bank_file (merchant, imported);

-- Finds the payment of an entry, and the store of a terminal.
CREATE INDEX tender_terminal ON tender (store, terminal, trace) WHERE terminal IS NOT NULL;
