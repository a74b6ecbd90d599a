-- Contracts of a merchant. Each General Contract has one Payment Contract: the same agreement under its older name.
CREATE TABLE general_contract (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,              -- JSON: terms, accounts in full, hash of the apikey, when it was terminated
  document TEXT NOT NULL,
  query_project TEXT,
  query_parent TEXT,
  query_created INTEGER,
  ended INTEGER GENERATED ALWAYS AS (json_extract(inner, '$.ended') IS NOT NULL) VIRTUAL
) STRICT;
CREATE INDEX general_contract_newest ON general_contract (merchant);
CREATE INDEX general_contract_usable ON general_contract (merchant, ended);
CREATE UNIQUE INDEX general_contract_project ON general_contract (merchant, query_project)
  WHERE query_project IS NOT NULL;
CREATE TRIGGER general_contract_added AFTER INSERT ON general_contract BEGIN
  INSERT INTO row_count VALUES ('general.contracts', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER general_contract_removed AFTER DELETE ON general_contract BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'general.contracts' AND merchant = old.merchant;
END;

CREATE TABLE payment_contract (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,              -- JSON: the General Contract it belongs to
  document TEXT NOT NULL,
  query_parent TEXT,
  query_created INTEGER,
  general TEXT GENERATED ALWAYS AS (json_extract(inner, '$.general')) VIRTUAL
) STRICT;
CREATE INDEX payment_contract_newest ON payment_contract (merchant);
CREATE INDEX payment_contract_general ON payment_contract (general);
CREATE TRIGGER payment_contract_added AFTER INSERT ON payment_contract BEGIN
  INSERT INTO row_count VALUES ('payment.contracts', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER payment_contract_removed AFTER DELETE ON payment_contract BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'payment.contracts' AND merchant = old.merchant;
END;

-- Merchants that had "a contract" get one.
CREATE TEMP TABLE agreed AS
  SELECT id AS merchant, name, currency, 'GCR_' || hex(randomblob(15)) AS general, 'PCR_' || hex(randomblob(15)) AS payment,
    strftime('%Y-%m-%dT%H:%M:%S+00:00') AS written, row_number() OVER (ORDER BY id) AS id_old
  FROM merchant WHERE has_contract = 1;
INSERT INTO general_contract (id, merchant, inner, document, query_created)
  SELECT general, merchant,
    json_object('methods', json_array('creditcard', 'debit', 'invoice', 'prepaid'), 'currencies', json_array(currency),
      'recurring', json('false'), 'uniqueOrderIds', json('false'), 'pushUrl', NULL, 'account', NULL,
      'apikeyHash', NULL, 'ended', NULL, 'identification', NULL, 'iframe', json('{}'), 'onboarding', json('{}')),
    json_object('object', 'general.contracts', 'id', general, 'id_old', id_old, 'created', written,
      'approved', json('true'), 'description', NULL, 'project', NULL, 'parent', NULL,
      'merchant', json_object('object', 'general.merchants', 'id', merchant, 'companyname', name),
      'contract', json_object('object', 'payment.contracts', 'id', payment),
      'pay_in_advance_account', NULL, 'pay_in_account', NULL, 'payin_account', json('false'),
      'paypal_configuration', NULL, 'easycredit_configuration', NULL,
      'checkout_configuration', json('{"notifications":{"merchant_order_mail":true,"customer_order_mail":true}}'),
      'payment_link_options', json('{"background":{"enabled":false,"image_url":null}}'), 'event_details', NULL),
    unixepoch() * 1000
  FROM agreed;
INSERT INTO payment_contract (id, merchant, inner, document, query_created)
  SELECT payment, merchant, json_object('general', general),
    json_object('object', 'payment.contracts', 'id', payment, 'created', written, 'parent', NULL,
      'merchant', json_object('object', 'general.merchants', 'id', merchant, 'companyname', name),
      'contract', json_object('object', 'general.contracts', 'id', general), 'pay_in_account', NULL,
      'demo', json('false'), 'approved', json('true')),
    unixepoch() * 1000
  FROM agreed;
INSERT INTO counter SELECT 'general.contracts', count(*) FROM agreed HAVING count(*) > 0;
DROP TABLE agreed;
ALTER TABLE merchant DROP COLUMN has_contract;

-- Identifications of merchants, begun with a request for a contract.
CREATE TABLE ident_request (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,              -- JSON: where changes are told
  document TEXT NOT NULL,
  query_status TEXT,
  query_created INTEGER
) STRICT;
CREATE INDEX ident_request_newest ON ident_request (merchant);
CREATE TRIGGER ident_request_added AFTER INSERT ON ident_request BEGIN
  INSERT INTO row_count VALUES ('services.identrequests', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER ident_request_removed AFTER DELETE ON ident_request BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'services.identrequests' AND merchant = old.merchant;
END;

-- Work that was promised and is done in the background; a row goes when its work is done.
CREATE TABLE contract_job (
  number INTEGER PRIMARY KEY,
  merchant TEXT NOT NULL REFERENCES merchant,
  kind TEXT NOT NULL CHECK (kind IN ('identify', 'revokeAccrual')),
  id TEXT NOT NULL,                 -- SIR_ or GCR_
  due INTEGER NOT NULL
) STRICT;
CREATE INDEX contract_job_due ON contract_job (due);
