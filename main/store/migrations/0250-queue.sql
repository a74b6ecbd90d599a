-- The queue of what leaves the shop. Every fact that the upstream service or the back office must learn is one record,
-- written in the commit of the fact itself. A record holds the facts that never change; the document is read when the
-- record is sent. Records stay, so that a range of sequence numbers can be sent again at any time.

-- The numbering of each till. A new epoch begins with a new database, a restored backup, a copied directory, and a till
-- that moves to another store, because old numbers would come back with new content.
CREATE TABLE queue_till (
  till TEXT PRIMARY KEY,            -- SDV_… of the till, or the merchant where no till acted (as in sale_link.chain)
  merchant TEXT NOT NULL,
  store TEXT,
  epoch INTEGER NOT NULL,           -- seconds since 1970 when it began
  sequence INTEGER NOT NULL         -- the last number given; 0: none yet
) STRICT, WITHOUT ROWID;

-- Epochs that are over, with the last number of each.
CREATE TABLE queue_epoch (
  till TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (till, epoch)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER queue_epoch_over AFTER UPDATE OF epoch ON queue_till WHEN old.sequence > 0 BEGIN
  INSERT INTO queue_epoch VALUES (old.till, old.epoch, old.sequence);
END;
-- All numbers that were given: 1 to last.
CREATE VIEW queue_range AS
  SELECT till, epoch, sequence AS last FROM queue_till UNION ALL SELECT till, epoch, last FROM queue_epoch;

CREATE TABLE queue_record (
  number INTEGER PRIMARY KEY,
  till TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  sequence INTEGER NOT NULL,        -- from 1, without gaps in an epoch
  merchant TEXT NOT NULL,
  store TEXT,
  business_day TEXT NOT NULL,       -- YYYY-MM-DD of the event, local
  at INTEGER NOT NULL,              -- milliseconds since 1970, UTC
  kind TEXT NOT NULL,               -- sale, cardOperation, terminalOperation, dayEnd
  event TEXT NOT NULL,              -- of a sale: closed, cancelled, delivered, unknown, notPaid, notReversed
  object TEXT NOT NULL,             -- id of the sale, booking, operation or end-of-day
  sum INTEGER,                      -- minor units
  currency TEXT,
  facts TEXT NOT NULL               -- JSON
) STRICT;
CREATE UNIQUE INDEX queue_record_sequence ON queue_record (till, epoch, sequence);
CREATE INDEX queue_record_object ON queue_record (object);

-- What still has to be said to the upstream service; a row goes when the service has confirmed it.
CREATE TABLE upstream_delivery (
  number INTEGER PRIMARY KEY REFERENCES queue_record,
  lane TEXT NOT NULL,               -- records of one lane go in their order: the sale, or the loyalty card
  state TEXT NOT NULL CHECK (state IN ('waiting', 'parked')),
  attempts INTEGER NOT NULL,
  next_at INTEGER NOT NULL,         -- milliseconds since 1970; 0: now
  reason TEXT                       -- JSON {code, texts}: why it waits or is parked
) STRICT;
CREATE INDEX upstream_delivery_due ON upstream_delivery (state, next_at);
CREATE INDEX upstream_delivery_lane ON upstream_delivery (lane, number);

-- How far each local object has got upstream, and its id there. Both ids are found.
CREATE TABLE upstream_object (
  object TEXT PRIMARY KEY,          -- local id
  upstream TEXT,                    -- id at the upstream service; null until it is known
  step TEXT NOT NULL,               -- the last step that was taken or begun
  key TEXT NOT NULL,                -- Idempotency-Key of the object, born with its first record
  receipt_number INTEGER,           -- of the upstream service
  at INTEGER NOT NULL,
  facts TEXT NOT NULL               -- JSON: what later steps need
) STRICT, WITHOUT ROWID;
CREATE INDEX upstream_object_upstream ON upstream_object (upstream) WHERE upstream IS NOT NULL;

-- How far the back office has confirmed the records of each till and epoch; parked records are those that it refused.
CREATE TABLE office_delivery (
  till TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  confirmed INTEGER NOT NULL,       -- every sequence up to this one is held there
  batch INTEGER NOT NULL,           -- number of the last batch
  hash TEXT NOT NULL,               -- of the last batch
  PRIMARY KEY (till, epoch)
) STRICT, WITHOUT ROWID;
CREATE TABLE office_refusal (
  till TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  at INTEGER NOT NULL,
  reason TEXT NOT NULL,             -- JSON {code, texts}
  PRIMARY KEY (till, epoch, sequence)
) STRICT, WITHOUT ROWID;

-- The worker of each target: its lease, and the condition that the lights show.
CREATE TABLE queue_target (
  target TEXT PRIMARY KEY CHECK (target IN ('upstream', 'office')),
  token INTEGER NOT NULL,           -- grows with every lease; checked in every completing UPDATE
  leased_until INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('unknown', 'up', 'down', 'refused')),
  since INTEGER NOT NULL,
  next_try INTEGER,
  reason TEXT                       -- JSON {code, texts}
) STRICT, WITHOUT ROWID;

-- What a person has to look at: a balance spent elsewhere, two sales for one, a local change that collides.
CREATE TABLE queue_case (
  id TEXT PRIMARY KEY,
  merchant TEXT NOT NULL,
  kind TEXT NOT NULL,
  object TEXT NOT NULL,
  at INTEGER NOT NULL,
  amount INTEGER,                   -- minor units
  currency TEXT,
  facts TEXT NOT NULL,              -- JSON: both versions, and what led to it
  closed_at INTEGER,
  closed_by TEXT,
  reason TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX queue_case_open ON queue_case (merchant, at) WHERE closed_at IS NULL;
CREATE INDEX queue_case_object ON queue_case (object) WHERE closed_at IS NULL;

-- A till that moves to another store begins a new epoch with its next record.
CREATE TRIGGER queue_till_moved AFTER UPDATE OF document ON smart_device
  WHEN json_extract(new.document, '$.store.id') IS NOT json_extract(old.document, '$.store.id') BEGIN
  UPDATE queue_till SET store = json_extract(new.document, '$.store.id'), epoch = max(epoch + 1, unixepoch()), sequence = 0
    WHERE till = new.id AND store IS NOT json_extract(new.document, '$.store.id');
END;

-- Sales that were closed before the queue existed get their records now, in the order in which they were made. A cancelled
-- sale was closed first. The chain of closed sales knows when; a sale that is older than the chain was closed when it was made.
CREATE TEMP TABLE earlier_event AS
  SELECT s.number, e.rank, e.event, coalesce(s.till, s.merchant) AS till, s.merchant, s.id,
      iif(e.event = 'closed',
        coalesce((SELECT json_extract(l.facts, '$.at') FROM sale_link l WHERE l.sale = s.id ORDER BY l.seq LIMIT 1), s.created),
        s.updated) AS at,
      json_extract(s.document, '$.basket_info.sum') AS sum, json_extract(s.document, '$.basket_info.currency') AS currency,
      json_object('earlier', json('true'), 'state', e.event, 'method', s.method,
        'tenders', json(coalesce(json_extract(s.document, '$.tenders'), '[]')), 'receipt_number', s.receipt_number,
        'transaction_ref', json_extract(s.document, '$.transactionRef'), 'cashier', json_extract(s.document, '$.cashier'),
        'played', json(iif(s.method = 'demo' OR (json_extract(s.document, '$.is_demo') AND s.method IS NOT 'cashless'),
          'true', 'false'))) AS facts
    FROM smart_transaction s JOIN (SELECT 1 AS rank, 'closed' AS event UNION ALL SELECT 2, 'cancelled' UNION ALL SELECT 3, 'unknown') e
      ON (e.event = 'closed' AND s.receipt_number IS NOT NULL)
        OR (e.event = 'cancelled' AND s.state = 'cancelled' AND s.receipt_number IS NOT NULL)
        OR (e.event = 'unknown' AND s.state IN ('unclear', 'reversalUnclear'));
INSERT INTO queue_till
  SELECT e.till, e.merchant,
      coalesce((SELECT json_extract(d.document, '$.store.id') FROM smart_device d WHERE d.id = e.till),
        (SELECT t.id FROM store t WHERE t.merchant = e.merchant ORDER BY t.is_default DESC, t.number LIMIT 1)),
      unixepoch(), count(*)
    FROM earlier_event e GROUP BY e.till, e.merchant;
INSERT INTO queue_record (till, epoch, sequence, merchant, store, business_day, at, kind, event, object, sum, currency, facts)
  SELECT e.till, t.epoch, row_number() OVER (PARTITION BY e.till ORDER BY e.number, e.rank), e.merchant, t.store,
      date(e.at / 1000, 'unixepoch', 'localtime'), e.at, 'sale', e.event, e.id, e.sum, e.currency, e.facts
    FROM earlier_event e JOIN queue_till t ON t.till = e.till ORDER BY e.number, e.rank;
DROP TABLE earlier_event;

-- Nothing was ever sent from the log of changes: it serves the event stream alone.
DROP TABLE parked_change;

ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('queue_record', 'queue_record_sequence', '1000000 100000 100000 1'),
  ('queue_record', 'queue_record_object', '1000000 2'),
  ('upstream_delivery', 'upstream_delivery_due', '20000 10000 10'),
  ('upstream_delivery', 'upstream_delivery_lane', '20000 2 1');
ANALYZE sqlite_schema;
