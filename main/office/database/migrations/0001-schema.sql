-- The back office. Amounts are bigint in minor units. Tables of facts are partitioned by month of the business day and
-- carry the store first in every key: the store is the distribution key on Citus, so a store's rows stay together, and
-- every unique key contains it and the partition key.

-- Reference tables: small, and the same on every node.
CREATE TABLE merchant (
  id text PRIMARY KEY,
  name text NOT NULL,
  currency text NOT NULL,
  time_zone text NOT NULL
);
CREATE TABLE store (
  id text PRIMARY KEY,
  merchant text NOT NULL REFERENCES merchant,
  name text NOT NULL,
  time_zone text NOT NULL
);
-- An enrolled installation. A bridge may carry several tills.
CREATE TABLE bridge (
  id text PRIMARY KEY,
  merchant text NOT NULL REFERENCES merchant,
  store text NOT NULL REFERENCES store,
  installation text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('enrolled', 'revoked')),
  enrolled timestamptz NOT NULL,
  last_heard timestamptz,
  condition jsonb                   -- the last heartbeat
);
CREATE TABLE bridge_key (
  id text PRIMARY KEY,
  bridge text NOT NULL REFERENCES bridge,
  public_key text NOT NULL,
  state text NOT NULL CHECK (state IN ('next', 'current', 'ended')),
  made timestamptz NOT NULL
);
CREATE TABLE enrolment_code (
  hash text PRIMARY KEY,
  store text NOT NULL REFERENCES store,
  made timestamptz NOT NULL,
  made_by text,
  expires timestamptz NOT NULL,
  uses_left integer,                -- null: any number, only in the demo
  failures integer NOT NULL DEFAULT 0
);
CREATE TABLE till (
  id text PRIMARY KEY,              -- TIL_…
  bridge text NOT NULL REFERENCES bridge,
  device text NOT NULL,             -- SDV_… on its bridge, or the merchant where no till acted
  merchant text NOT NULL REFERENCES merchant,
  store text NOT NULL REFERENCES store,
  name text NOT NULL,
  UNIQUE (bridge, device)
);

-- Which sequence numbers of a till and epoch are held. This row decides, because a changed business day would escape the
-- keys of the partitions; it is locked while a batch is taken in.
CREATE TABLE till_head (
  store text NOT NULL,
  till text NOT NULL,
  epoch bigint NOT NULL,
  got int8multirange NOT NULL,
  highest bigint NOT NULL,          -- the newest number that the till has named
  batch bigint NOT NULL,
  chain text NOT NULL,              -- hash of the last batch
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  PRIMARY KEY (store, till, epoch)
);

-- Every record as it was received.
CREATE TABLE document (
  store text NOT NULL,
  business_day date NOT NULL,
  till text NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  kind text NOT NULL,
  event text NOT NULL,
  object text NOT NULL,
  at timestamptz NOT NULL,
  received timestamptz NOT NULL,
  hash text NOT NULL,               -- of everything but the document: repeated records are recognised by it
  figures boolean NOT NULL,         -- false: written by a newer till; figures wait for a newer back office
  record text NOT NULL,             -- the line of the batch
  PRIMARY KEY (store, business_day, till, epoch, sequence)
) PARTITION BY RANGE (business_day);
CREATE INDEX document_object ON document (store, object);

-- Records that were refused, each with its reason; they are part of no figure.
CREATE TABLE refused_record (
  store text NOT NULL,
  till text NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint,
  received timestamptz NOT NULL,
  code text NOT NULL,
  reason text NOT NULL,
  record text NOT NULL              -- at most 16 KiB of it
);
CREATE INDEX refused_record_newest ON refused_record (store, received);

-- One row per event of a sale: closed counts up, cancelled counts down, on the day of the event.
CREATE TABLE sale (
  store text NOT NULL,
  business_day date NOT NULL,
  till text NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  event text NOT NULL,              -- closed, cancelled, delivered, unknown, notPaid, notReversed
  id text NOT NULL,                 -- STX_…
  transaction_ref text,
  receipt_number bigint,
  status text NOT NULL,             -- of the sale now; kept for the row of the event closed
  at timestamptz NOT NULL,
  hour smallint NOT NULL,           -- 0 to 23, by the clock of the store
  sum bigint NOT NULL,
  turnover bigint NOT NULL,         -- signed; 0 where the event moves none (unknown, top-ups, played sales)
  sales smallint NOT NULL,          -- 1 closed, -1 cancelled, else 0
  discount bigint NOT NULL,         -- signed like turnover: coupon and bonus lines, at least 0 for a closed sale
  tip bigint NOT NULL,
  currency text NOT NULL,
  method text,
  cashier text NOT NULL,            -- empty where nobody is named
  played boolean NOT NULL DEFAULT false, -- paid with simulated money: shown, and part of no figure
  PRIMARY KEY (store, business_day, till, epoch, sequence)
) PARTITION BY RANGE (business_day);
CREATE INDEX sale_id ON sale (store, id);
CREATE INDEX sale_newest ON sale (store, at);

CREATE TABLE sale_line (
  store text NOT NULL,
  business_day date NOT NULL,
  till text NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  position integer NOT NULL,
  article text NOT NULL,            -- article number, else EAN, else the text
  name text NOT NULL,
  item_group text NOT NULL,         -- id of the first group; empty where there is none
  group_name text NOT NULL,
  tax smallint NOT NULL,            -- per cent
  quantity integer NOT NULL,        -- signed like the event
  amount bigint NOT NULL,           -- gross, signed like the event
  item_type text NOT NULL,
  PRIMARY KEY (store, business_day, till, epoch, sequence, position)
) PARTITION BY RANGE (business_day);

CREATE TABLE sale_tax (
  store text NOT NULL,
  business_day date NOT NULL,
  till text NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  tax smallint NOT NULL,
  gross bigint NOT NULL,
  amount bigint NOT NULL,           -- of the tax, rounded half up for each receipt and rate
  PRIMARY KEY (store, business_day, till, epoch, sequence, tax)
) PARTITION BY RANGE (business_day);

CREATE TABLE tender (
  store text NOT NULL,
  business_day date NOT NULL,
  till text NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  position smallint NOT NULL,
  method text NOT NULL,
  amount bigint NOT NULL,           -- signed like the event
  terminal text,                    -- terminal id (tid) of a card payment
  trace bigint,
  card_type text,
  receipt bigint,                   -- receipt number of the terminal
  PRIMARY KEY (store, business_day, till, epoch, sequence, position)
) PARTITION BY RANGE (business_day);

-- Value on loyalty cards: issued (top-ups, bonus, points earned) and redeemed, in sales and outside them.
CREATE TABLE loyalty (
  store text NOT NULL,
  business_day date NOT NULL,
  till text NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  position smallint NOT NULL,
  account text NOT NULL CHECK (account IN ('cash', 'bonus', 'points')),
  issued bigint NOT NULL,
  redeemed bigint NOT NULL,
  card text NOT NULL,               -- MCD_…
  campaign text NOT NULL,           -- empty where no campaign caused it
  PRIMARY KEY (store, business_day, till, epoch, sequence, position)
) PARTITION BY RANGE (business_day);

CREATE TABLE card_operation (
  store text NOT NULL,
  business_day date NOT NULL,
  till text NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  kind text NOT NULL,               -- kind of the record: terminalOperation, dayEnd
  event text NOT NULL,
  object text NOT NULL,
  at timestamptz NOT NULL,
  amount bigint,
  terminal text,
  facts jsonb NOT NULL,
  PRIMARY KEY (store, business_day, till, epoch, sequence)
) PARTITION BY RANGE (business_day);

-- Figures, derived from the tables above by ingest, and made anew by `rebuild`.
CREATE TABLE figure_sale (
  store text NOT NULL,
  business_day date NOT NULL,
  hour smallint NOT NULL,
  till text NOT NULL,
  cashier text NOT NULL,
  currency text NOT NULL,
  sales bigint NOT NULL,            -- closed less cancelled
  turnover bigint NOT NULL,
  closed bigint NOT NULL,           -- gross of the event closed
  cancelled bigint NOT NULL,        -- gross of the event cancelled, positive
  cancellations bigint NOT NULL,
  discount bigint NOT NULL,
  tip bigint NOT NULL,
  unknown bigint NOT NULL,
  PRIMARY KEY (store, business_day, hour, till, cashier, currency)
) PARTITION BY RANGE (business_day);
CREATE TABLE figure_tender (
  store text NOT NULL,
  business_day date NOT NULL,
  till text NOT NULL,
  method text NOT NULL,
  currency text NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (store, business_day, till, method, currency)
) PARTITION BY RANGE (business_day);
CREATE TABLE figure_item (
  store text NOT NULL,
  business_day date NOT NULL,
  article text NOT NULL,
  name text NOT NULL,
  item_group text NOT NULL,
  group_name text NOT NULL,
  tax smallint NOT NULL,
  currency text NOT NULL,
  quantity bigint NOT NULL,
  turnover bigint NOT NULL,
  PRIMARY KEY (store, business_day, article, item_group, tax, currency)
) PARTITION BY RANGE (business_day);
CREATE TABLE figure_tax (
  store text NOT NULL,
  business_day date NOT NULL,
  tax smallint NOT NULL,
  currency text NOT NULL,
  gross bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (store, business_day, tax, currency)
) PARTITION BY RANGE (business_day);
CREATE TABLE figure_loyalty (
  store text NOT NULL,
  business_day date NOT NULL,
  account text NOT NULL,
  campaign text NOT NULL,
  issued bigint NOT NULL,
  redeemed bigint NOT NULL,
  PRIMARY KEY (store, business_day, account, campaign)
) PARTITION BY RANGE (business_day);

-- People of the back office, their sessions, and the log of what they read and changed.
CREATE TABLE person (
  id text PRIMARY KEY,
  merchant text NOT NULL REFERENCES merchant,
  username text NOT NULL,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('chain', 'store', 'readonly')),
  store text REFERENCES store,      -- of the roles store and readonly; null: all stores of the merchant
  password_hash text,               -- null: signs in through OpenID Connect alone
  locked boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX person_username ON person (lower(username));
CREATE TABLE session (
  hash text PRIMARY KEY,
  person text NOT NULL REFERENCES person,
  expires timestamptz NOT NULL
);
CREATE TABLE audit (
  merchant text NOT NULL,
  number bigint NOT NULL,
  at timestamptz NOT NULL,
  person text,
  action text NOT NULL,
  facts text NOT NULL,              -- canonical JSON
  hash text NOT NULL,               -- SHA-256 over the hash before and the row
  PRIMARY KEY (merchant, number)
);
CREATE TABLE audit_head (
  merchant text PRIMARY KEY,
  number bigint NOT NULL,
  hash text NOT NULL
);
CREATE TABLE setting (
  key text PRIMARY KEY,
  value text NOT NULL
);
