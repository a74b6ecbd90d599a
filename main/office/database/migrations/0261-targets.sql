-- The turnover (gross) that a store is to reach in a calendar month; a month without a row has no target.
CREATE TABLE target (
  store text NOT NULL REFERENCES store,
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL,            -- in which the store sells
  PRIMARY KEY (store, month)
);
