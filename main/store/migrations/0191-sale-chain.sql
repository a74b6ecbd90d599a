-- Closed sales as they were written, each linked to the one before by its hash: one chain per till. Every later change of
-- a closed sale adds a link of its own, so the newest link of a sale always describes the row as it must be. A migration
-- that changes documents of linked sales has to add links as well.
CREATE TABLE sale_link (
  seq INTEGER PRIMARY KEY,
  chain TEXT NOT NULL,              -- SDV_… of the till, or the merchant where no till sold it
  number INTEGER NOT NULL,          -- from 1, without gaps
  sale TEXT NOT NULL,
  facts TEXT NOT NULL,              -- JSON, in a fixed order
  hash TEXT NOT NULL,               -- SHA-256 over the hash before and the facts
  UNIQUE (chain, number)
) STRICT;
CREATE INDEX sale_link_sale ON sale_link (sale, seq);

-- Sales that were closed before have no link.
INSERT INTO setting SELECT 'chain_begins', CAST(coalesce(max(number), 0) AS TEXT) FROM smart_transaction
  WHERE receipt_number IS NOT NULL;

ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('sale_link', 'sqlite_autoindex_sale_link_1', '1000000 200000 1'),
  ('sale_link', 'sale_link_sale', '1000000 1 1');
ANALYZE sqlite_schema;
