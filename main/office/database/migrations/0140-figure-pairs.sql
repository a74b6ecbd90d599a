-- Figures by the pairs that people filter: method and tax by till and cashier, each by hour, groups by both, and what corrections cost.
-- Everything is made from the facts that are there.

-- Goods that left a basket unpaid: a row for each line that was taken out (`voided`), or for a basket that was given up (`abandoned`).
CREATE TABLE unpaid (
  store text NOT NULL,
  business_day date NOT NULL,
  till text NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  position integer NOT NULL,
  event text NOT NULL,
  person text NOT NULL,             -- empty where nobody is named
  currency text NOT NULL,           -- empty of records of older tills, which name none
  amount bigint NOT NULL,
  PRIMARY KEY (store, business_day, till, epoch, sequence, position)
) PARTITION BY RANGE (business_day);

ALTER TABLE figure_tender DROP CONSTRAINT figure_tender_pkey;
ALTER TABLE figure_tender ADD COLUMN cashier text NOT NULL DEFAULT '';
ALTER TABLE figure_tender ADD PRIMARY KEY (store, business_day, till, cashier, method, currency);
ALTER TABLE figure_tax DROP CONSTRAINT figure_tax_pkey;
ALTER TABLE figure_tax ADD COLUMN till text NOT NULL DEFAULT '';
ALTER TABLE figure_tax ADD COLUMN cashier text NOT NULL DEFAULT '';
ALTER TABLE figure_tax ADD PRIMARY KEY (store, business_day, till, cashier, tax, currency);

CREATE TABLE figure_tender_hour (
  store text NOT NULL,
  business_day date NOT NULL,
  hour smallint NOT NULL,
  method text NOT NULL,
  currency text NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL,
  tip bigint NOT NULL,
  PRIMARY KEY (store, business_day, hour, method, currency)
) PARTITION BY RANGE (business_day);
CREATE TABLE figure_tax_hour (
  store text NOT NULL,
  business_day date NOT NULL,
  hour smallint NOT NULL,
  tax double precision NOT NULL,
  currency text NOT NULL,
  gross bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (store, business_day, hour, tax, currency)
) PARTITION BY RANGE (business_day);
CREATE TABLE figure_group (
  store text NOT NULL,
  business_day date NOT NULL,
  till text NOT NULL,
  cashier text NOT NULL,
  item_group text NOT NULL,
  group_name text NOT NULL,
  tax double precision NOT NULL,
  unit text NOT NULL,
  currency text NOT NULL,
  quantity bigint NOT NULL,
  measured bigint NOT NULL,
  turnover bigint NOT NULL,
  PRIMARY KEY (store, business_day, till, cashier, item_group, tax, unit, currency)
) PARTITION BY RANGE (business_day);
CREATE TABLE figure_group_hour (
  store text NOT NULL,
  business_day date NOT NULL,
  hour smallint NOT NULL,
  item_group text NOT NULL,
  group_name text NOT NULL,
  tax double precision NOT NULL,
  unit text NOT NULL,
  currency text NOT NULL,
  quantity bigint NOT NULL,
  measured bigint NOT NULL,
  turnover bigint NOT NULL,
  PRIMARY KEY (store, business_day, hour, item_group, tax, unit, currency)
) PARTITION BY RANGE (business_day);
-- `cashier`: who gave the discount, set the price, or emptied the basket; of returns who took them back.
CREATE TABLE figure_correction (
  store text NOT NULL,
  business_day date NOT NULL,
  till text NOT NULL,
  cashier text NOT NULL,
  currency text NOT NULL,
  returns bigint NOT NULL DEFAULT 0,
  returned bigint NOT NULL DEFAULT 0,
  discount bigint NOT NULL DEFAULT 0,
  lowered bigint NOT NULL DEFAULT 0,
  raised bigint NOT NULL DEFAULT 0,
  voids bigint NOT NULL DEFAULT 0,
  voided bigint NOT NULL DEFAULT 0,
  abandonments bigint NOT NULL DEFAULT 0,
  abandoned bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store, business_day, till, cashier, currency)
) PARTITION BY RANGE (business_day);

-- The months that hold sales already.
DO $$
DECLARE
  month record;
  fresh text;
BEGIN
  FOR month IN SELECT child.relname AS name, pg_get_expr(child.relpartbound, child.oid) AS bound
    FROM pg_inherits JOIN pg_class AS child ON child.oid = pg_inherits.inhrelid WHERE pg_inherits.inhparent = 'sale'::regclass
  LOOP
    FOREACH fresh IN ARRAY ARRAY['unpaid', 'figure_tender_hour', 'figure_tax_hour', 'figure_group', 'figure_group_hour', 'figure_correction'] LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I %s', replace(month.name, 'sale_', fresh || '_'), fresh, month.bound);
    END LOOP;
  END LOOP;
END $$;

INSERT INTO unpaid (store, business_day, till, epoch, sequence, position, event, person, currency, amount)
  SELECT store, business_day, till, epoch, sequence, row_number() OVER (PARTITION BY store, business_day, till, epoch, sequence),
      event, person, currency, amount
    FROM (SELECT store, business_day, till, epoch, sequence, event, person, currency,
        CASE jsonb_typeof(value -> 'amount') WHEN 'number' THEN (value ->> 'amount')::numeric END AS amount
      FROM (SELECT store, business_day, till, epoch, sequence, event, coalesce(record::jsonb ->> 'currency', '') AS currency,
          CASE jsonb_typeof(record::jsonb #> '{facts,person}') WHEN 'string' THEN record::jsonb #>> '{facts,person}' ELSE '' END AS person,
          jsonb_array_elements(CASE WHEN event = 'voided' AND jsonb_typeof(record::jsonb #> '{facts,lines}') = 'array'
            THEN record::jsonb #> '{facts,lines}' ELSE jsonb_build_array(jsonb_build_object('amount', record::jsonb -> 'sum')) END) AS value
        FROM document WHERE kind = 'basket' AND figures AND event IN ('voided', 'abandoned')) AS line) AS found
    WHERE amount = trunc(amount) AND abs(amount) <= 9007199254740991;

DELETE FROM figure_tender;
INSERT INTO figure_tender (store, business_day, till, cashier, method, currency, count, amount, tip)
  SELECT sale.store, sale.business_day, sale.till, sale.cashier, tender.method, sale.currency, sum(sale.sales), sum(tender.amount), sum(tender.tip)
    FROM tender JOIN sale USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 6;
INSERT INTO figure_tender_hour (store, business_day, hour, method, currency, count, amount, tip)
  SELECT sale.store, sale.business_day, sale.hour, tender.method, sale.currency, sum(sale.sales), sum(tender.amount), sum(tender.tip)
    FROM tender JOIN sale USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5;
DELETE FROM figure_tax;
INSERT INTO figure_tax (store, business_day, till, cashier, tax, currency, gross, amount)
  SELECT sale.store, sale.business_day, sale.till, sale.cashier, sale_tax.tax, sale.currency, sum(sale_tax.gross), sum(sale_tax.amount)
    FROM sale_tax JOIN sale USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 6;
INSERT INTO figure_tax_hour (store, business_day, hour, tax, currency, gross, amount)
  SELECT sale.store, sale.business_day, sale.hour, sale_tax.tax, sale.currency, sum(sale_tax.gross), sum(sale_tax.amount)
    FROM sale_tax JOIN sale USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5;
INSERT INTO figure_group (store, business_day, till, cashier, item_group, group_name, tax, unit, currency, quantity, measured, turnover)
  SELECT sale.store, sale.business_day, sale.till, sale.cashier, line.item_group, max(line.group_name), line.tax, line.unit, sale.currency,
      sum(line.quantity), sum(line.measured), sum(line.amount)
    FROM sale_line AS line JOIN sale USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 7, 8, 9;
INSERT INTO figure_group_hour (store, business_day, hour, item_group, group_name, tax, unit, currency, quantity, measured, turnover)
  SELECT sale.store, sale.business_day, sale.hour, line.item_group, max(line.group_name), line.tax, line.unit, sale.currency,
      sum(line.quantity), sum(line.measured), sum(line.amount)
    FROM sale_line AS line JOIN sale USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 6, 7, 8;
INSERT INTO figure_correction (store, business_day, till, cashier, currency, returns, returned, discount, lowered, raised, voids, voided, abandonments, abandoned)
  SELECT store, business_day, till, cashier, currency, sum(returns), sum(returned), sum(discount), sum(lowered), sum(raised), sum(voids), sum(voided),
      sum(abandonments), sum(abandoned)
    FROM (
      SELECT sale.store, sale.business_day, sale.till, sale.cashier, sale.currency, sale.sales AS returns, -line.amount AS returned, 0 AS discount,
          0 AS lowered, 0 AS raised, 0 AS voids, 0 AS voided, 0 AS abandonments, 0 AS abandoned
        FROM sale_line AS line JOIN sale USING (store, business_day, till, epoch, sequence)
        WHERE line.amount * sale.sales < 0 AND line.item_type NOT IN ('coupon', 'deposit', 'empties', 'difference')
      UNION ALL
      SELECT sale.store, sale.business_day, sale.till, line.given_by, sale.currency, 0, 0, -line.amount, 0, 0, 0, 0, 0, 0
        FROM sale_line AS line JOIN sale USING (store, business_day, till, epoch, sequence) WHERE line.given_by IS NOT NULL
      UNION ALL
      SELECT sale.store, sale.business_day, sale.till, change.person, sale.currency, 0, 0, 0, change.lowered, change.raised, 0, 0, 0, 0
        FROM price_change AS change JOIN sale USING (store, business_day, till, epoch, sequence)
      UNION ALL
      SELECT store, business_day, till, person, currency, 0, 0, 0, 0, 0, (event = 'voided')::integer, CASE event WHEN 'voided' THEN amount ELSE 0 END,
          (event = 'abandoned')::integer, CASE event WHEN 'abandoned' THEN amount ELSE 0 END
        FROM unpaid) AS moved
    GROUP BY 1, 2, 3, 4, 5;

-- The newest sales of the chain, and pages far behind the first: the list is read in the order of the index.
CREATE INDEX sale_list ON sale (at, store, till, epoch, sequence) INCLUDE (business_day, event);
-- The list of one cashier, by the expression of the list.
CREATE INDEX sale_cashier ON sale (lower(NULLIF(cashier, '')), at);
-- Sales that were paid with simulated money stand in the list and in no figure.
CREATE INDEX sale_played ON sale (store, business_day) WHERE played;
-- One article over the hours, tills and cashiers.
CREATE INDEX sale_line_article ON sale_line (article, business_day);
