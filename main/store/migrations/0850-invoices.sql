-- Invoices with the name and address of a customer, each made from the receipt of a sale. Never changed but for the count of prints.
CREATE TABLE invoice (
  merchant TEXT NOT NULL REFERENCES merchant,
  sequence INTEGER NOT NULL,        -- from 1 without gaps
  number TEXT NOT NULL,             -- as it is printed
  sale TEXT NOT NULL REFERENCES smart_transaction (id),
  corrects TEXT,                    -- number of the invoice of the same sale that this one corrects
  recipient TEXT NOT NULL,          -- JSON
  lines TEXT NOT NULL,              -- JSON: the invoice as it is printed
  created INTEGER NOT NULL,
  staff TEXT,                       -- USR_… of the person, null where an API client made it
  client TEXT NOT NULL,
  till TEXT,
  prints INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (merchant, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX invoice_sale ON invoice (sale);
