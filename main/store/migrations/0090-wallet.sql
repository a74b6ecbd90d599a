-- Payment customers and their payment instruments, kept as the documents the API answers.
CREATE TABLE payment_customer (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,
  document TEXT NOT NULL,
  query_email TEXT,
  query_surname TEXT,
  query_companyname TEXT,
  query_created INTEGER
) STRICT;
CREATE INDEX payment_customer_newest ON payment_customer (merchant);
CREATE INDEX payment_customer_email ON payment_customer (merchant, query_email);
CREATE INDEX payment_customer_surname ON payment_customer (merchant, query_surname);
CREATE INDEX payment_customer_companyname ON payment_customer (merchant, query_companyname)
  WHERE query_companyname IS NOT NULL;
CREATE INDEX payment_customer_created ON payment_customer (merchant, query_created);
CREATE INDEX payment_customer_fingerprint ON payment_customer (merchant, (inner ->> '$.fingerprint'))
  WHERE inner ->> '$.fingerprint' IS NOT NULL;
CREATE TRIGGER payment_customer_added AFTER INSERT ON payment_customer BEGIN
  INSERT INTO row_count VALUES ('payment.customers', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER payment_customer_removed AFTER DELETE ON payment_customer BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'payment.customers' AND merchant = old.merchant;
END;

CREATE TABLE payment_container (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,              -- JSON: the account in full, last four digits of a card, never a card number
  document TEXT NOT NULL,
  query_type TEXT,
  query_customer TEXT,
  query_token_status TEXT,
  query_created INTEGER
) STRICT;
CREATE INDEX payment_container_newest ON payment_container (merchant);
CREATE INDEX payment_container_type ON payment_container (merchant, query_type);
CREATE INDEX payment_container_customer ON payment_container (merchant, query_customer);
CREATE INDEX payment_container_token_status ON payment_container (merchant, query_token_status);
CREATE INDEX payment_container_created ON payment_container (merchant, query_created);
CREATE INDEX payment_container_waiting ON payment_container (query_token_status)
  WHERE query_token_status IN ('requested', 'inquiry', 'archivepending');
CREATE INDEX payment_container_fingerprint ON payment_container (merchant, (inner ->> '$.fingerprint'))
  WHERE inner ->> '$.fingerprint' IS NOT NULL;
CREATE INDEX payment_container_mandate ON payment_container ((inner ->> '$.mandate.secret'))
  WHERE inner ->> '$.mandate.secret' IS NOT NULL;
CREATE TRIGGER payment_container_added AFTER INSERT ON payment_container BEGIN
  INSERT INTO row_count VALUES ('payment.containers', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER payment_container_removed AFTER DELETE ON payment_container BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'payment.containers' AND merchant = old.merchant;
END;

-- Here, and not in files, so that taking a document and what takes it are one commit.
CREATE TABLE document_upload (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  document TEXT NOT NULL,
  content BLOB NOT NULL,
  assigned TEXT,                    -- id of what took it
  expires INTEGER                   -- null once something took it
) STRICT;
CREATE INDEX document_upload_expires ON document_upload (expires) WHERE expires IS NOT NULL;
CREATE INDEX document_upload_merchant ON document_upload (merchant, number);

-- Cases in which a person has to decide, for example whether a signed mandate is good.
CREATE TABLE service_issue (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  merchant TEXT NOT NULL REFERENCES merchant,
  kind TEXT NOT NULL CHECK (kind IN ('mandate')),
  object TEXT NOT NULL,
  document TEXT NOT NULL,
  at INTEGER NOT NULL,
  closed INTEGER
) STRICT;
CREATE INDEX service_issue_merchant ON service_issue (merchant, number);
