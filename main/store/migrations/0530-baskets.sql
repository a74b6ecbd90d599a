-- Prices and discounts that a person gave by hand, with their shares. A row is never changed.
CREATE TABLE basket_grant (
  number INTEGER PRIMARY KEY,
  sale TEXT NOT NULL REFERENCES smart_transaction (id),
  document TEXT NOT NULL,           -- JSON: kind, shares or price, reason, person
  at INTEGER NOT NULL               -- milliseconds since 1970
) STRICT;
CREATE INDEX basket_grant_sale ON basket_grant (sale, number);

-- Baskets that wait, on the screen of no till. A row is there as long as nobody has taken the basket.
CREATE TABLE parked_basket (
  sale TEXT PRIMARY KEY REFERENCES smart_transaction (id),
  merchant TEXT NOT NULL,
  till TEXT,                        -- SDV_… that parked it
  for_till TEXT,                    -- SDV_… that it was handed over to
  staff TEXT,                       -- USR_…
  name TEXT,                        -- of that person
  note TEXT,
  at INTEGER NOT NULL               -- milliseconds since 1970
) STRICT, WITHOUT ROWID;
CREATE INDEX parked_basket_oldest ON parked_basket (merchant, at, sale);
