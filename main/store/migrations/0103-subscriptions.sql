-- Subscriptions and plans as the documents the API answers.
CREATE TABLE subscription (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,              -- JSON: cycles of the plan as they were agreed, how far they have come, the payment under way
  document TEXT NOT NULL,
  query_status TEXT,
  query_plan TEXT,
  query_customer TEXT,
  query_sale TEXT,
  query_created INTEGER,
  told INTEGER GENERATED ALWAYS AS (json_extract(document, '$.number')) VIRTUAL,
  due INTEGER GENERATED ALWAYS AS (json_extract(inner, '$.due')) VIRTUAL
) STRICT;
CREATE INDEX subscription_newest ON subscription (merchant);
CREATE INDEX subscription_status ON subscription (merchant, query_status);
CREATE INDEX subscription_plan ON subscription (merchant, query_plan);
CREATE UNIQUE INDEX subscription_told ON subscription (merchant, told);
CREATE INDEX subscription_due ON subscription (due) WHERE due IS NOT NULL;
CREATE TRIGGER subscription_added AFTER INSERT ON subscription BEGIN
  INSERT INTO row_count VALUES ('payment.subscriptions', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER subscription_removed AFTER DELETE ON subscription BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'payment.subscriptions' AND merchant = old.merchant;
END;

CREATE TABLE plan (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,
  document TEXT NOT NULL,
  query_status TEXT,
  query_currency TEXT,
  query_created INTEGER
) STRICT;
CREATE INDEX plan_newest ON plan (merchant);
CREATE TRIGGER plan_added AFTER INSERT ON plan BEGIN
  INSERT INTO row_count VALUES ('payment.plans', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER plan_removed AFTER DELETE ON plan BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'payment.plans' AND merchant = old.merchant;
END;
DROP TABLE payment_subscription;
