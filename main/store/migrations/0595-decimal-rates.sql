-- A tax rate may have two decimals (8.1): whole rates stay whole numbers.
CREATE TABLE tax_rate_new (
  merchant TEXT NOT NULL REFERENCES merchant,
  key TEXT NOT NULL,
  valid_from TEXT NOT NULL,         -- YYYY-MM-DD
  rate REAL NOT NULL CHECK (rate BETWEEN 0 AND 99), -- per cent
  name_de TEXT NOT NULL,
  name_en TEXT NOT NULL,
  PRIMARY KEY (merchant, key, valid_from)
) STRICT, WITHOUT ROWID;
INSERT INTO tax_rate_new SELECT merchant, key, valid_from, rate, name_de, name_en FROM tax_rate;
DROP TABLE tax_rate;
ALTER TABLE tax_rate_new RENAME TO tax_rate;
