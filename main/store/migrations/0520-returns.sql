-- What the lines of a sale are worth when they come back: written at the first return, read at every further one.
CREATE TABLE return_worth (
  sale TEXT PRIMARY KEY REFERENCES smart_transaction (id),
  worth TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Units of lines that have come back, or are about to: no unit stands here twice, and none that was not sold.
CREATE TABLE returned_unit (
  number INTEGER PRIMARY KEY,
  sale TEXT NOT NULL REFERENCES smart_transaction (id),
  line INTEGER NOT NULL,            -- position number in the sale
  sold INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  by_sale TEXT NOT NULL REFERENCES smart_transaction (id),
  state TEXT NOT NULL CHECK (state IN ('held', 'returned')),
  since INTEGER NOT NULL,
  CHECK (first >= 1 AND last >= first AND last <= sold)
) STRICT;
CREATE INDEX returned_unit_sale ON returned_unit (sale, line);
CREATE INDEX returned_unit_by ON returned_unit (by_sale);
CREATE TRIGGER returned_unit_once BEFORE INSERT ON returned_unit
WHEN EXISTS (SELECT 1 FROM returned_unit u WHERE u.sale = new.sale AND u.line = new.line
  AND u.first <= new.last AND u.last >= new.first)
BEGIN
  SELECT RAISE(ABORT, 'these units have come back already');
END;

-- What of a tender of a sale has gone back, or is going back: never more than it gave.
CREATE TABLE returned_tender (
  part TEXT PRIMARY KEY,            -- id in parts of the return
  by_sale TEXT NOT NULL REFERENCES smart_transaction (id),
  sale TEXT NOT NULL REFERENCES smart_transaction (id),
  tender INTEGER NOT NULL,          -- place in its tenders
  given INTEGER NOT NULL,
  amount INTEGER NOT NULL CHECK (amount > 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX returned_tender_sale ON returned_tender (sale, tender);
CREATE TRIGGER returned_tender_most BEFORE INSERT ON returned_tender
WHEN new.amount + (SELECT coalesce(sum(t.amount), 0) FROM returned_tender t
  WHERE t.sale = new.sale AND t.tender = new.tender) > new.given
BEGIN
  SELECT RAISE(ABORT, 'this tender did not give so much');
END;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('returned_unit', 'returned_unit_sale', '50000 2 1'),
  ('returned_unit', 'returned_unit_by', '50000 2'),
  ('returned_tender', 'returned_tender_sale', '50000 2 1');
ANALYZE sqlite_schema;
