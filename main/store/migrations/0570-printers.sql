-- Receipt printers of a shop; several tills may use one.
CREATE TABLE printer (
  id TEXT PRIMARY KEY,              -- PRN_…
  merchant TEXT NOT NULL REFERENCES merchant,
  name TEXT NOT NULL,
  connection TEXT NOT NULL,         -- JSON: tcp, serial or system
  columns INTEGER NOT NULL CHECK (columns IN (32, 42, 48)),
  model TEXT NOT NULL,
  code_page TEXT NOT NULL,
  cut TEXT NOT NULL CHECK (cut IN ('partial', 'full', 'none')),
  code TEXT NOT NULL CHECK (code IN ('qr', 'barcode', 'none')),
  drawer INTEGER,                   -- pin 0 or 1; null: no drawer at this printer
  logo INTEGER NOT NULL,            -- 1: prints the logo of the shop
  created INTEGER NOT NULL,
  UNIQUE (merchant, name)
) STRICT, WITHOUT ROWID;

-- What a till prints, and where. A till without a row prints with the browser.
CREATE TABLE till_printing (
  till TEXT PRIMARY KEY,            -- SDV_…
  merchant TEXT NOT NULL REFERENCES merchant,
  printer TEXT REFERENCES printer (id),
  receipts TEXT NOT NULL CHECK (receipts IN ('always', 'ask')),
  merchant_copies INTEGER NOT NULL, -- 1: the slip of the terminal for the merchant is printed with the receipt
  drawer_cash INTEGER NOT NULL,
  drawer_card INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX till_printing_printer ON till_printing (printer);

-- Slips on their way, in their order. `printing` is written before the first byte leaves: found at a start, it may be on paper.
CREATE TABLE print_job (
  number INTEGER PRIMARY KEY,
  merchant TEXT NOT NULL REFERENCES merchant,
  printer TEXT NOT NULL,
  till TEXT,
  sale TEXT REFERENCES smart_transaction (id),
  slip TEXT CHECK (slip IN ('customer', 'merchant', 'reversal')),
  copy INTEGER NOT NULL DEFAULT 0,
  lines TEXT,                       -- JSON of a slip that belongs to no sale
  kind TEXT NOT NULL CHECK (kind IN ('slip', 'lines', 'test')),
  created INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'printing', 'held', 'printed', 'sent', 'discarded')),
  may_be_double INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  ended INTEGER
) STRICT;
CREATE INDEX print_job_open ON print_job (printer, number) WHERE state IN ('waiting', 'printing', 'held');
CREATE INDEX print_job_printer ON print_job (printer, number);
CREATE INDEX print_job_sale ON print_job (sale) WHERE sale IS NOT NULL;
CREATE INDEX print_job_ended ON print_job (ended) WHERE ended IS NOT NULL;

-- The logo on paper, one bit a dot.
CREATE TABLE printer_logo (
  merchant TEXT PRIMARY KEY REFERENCES merchant,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bits BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Receipts as a file behind a link that nobody can guess. Of the link only its hash is kept.
CREATE TABLE receipt_link (
  hash TEXT PRIMARY KEY,
  merchant TEXT NOT NULL REFERENCES merchant,
  sale TEXT NOT NULL REFERENCES smart_transaction (id),
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  pdf BLOB NOT NULL
) STRICT;
CREATE INDEX receipt_link_expires ON receipt_link (expires);
CREATE INDEX receipt_link_sale ON receipt_link (sale);

CREATE TABLE receipt_delivery (
  merchant TEXT PRIMARY KEY REFERENCES merchant,
  is_on INTEGER NOT NULL,
  days INTEGER NOT NULL,
  address TEXT                      -- under which the phone of a customer reaches this bridge
) STRICT, WITHOUT ROWID;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('print_job', 'print_job_open', '10 5 1'),
  ('print_job', 'print_job_printer', '1000000 200000 1'),
  ('print_job', 'print_job_sale', '1000000 1'),
  ('print_job', 'print_job_ended', '1000000 1'),
  ('receipt_link', 'receipt_link_expires', '10000 1'),
  ('receipt_link', 'receipt_link_sale', '10000 1');
ANALYZE sqlite_schema;
