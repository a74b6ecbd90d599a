-- Articles of thirds of months (days 1 to 10, 11 to 20, 21 to the end) by till, by cashier and by hour: of a day these have nearly as many
-- rows as it has lines. `business_day` is the first of the third; `dimension` is `till`, `cashier` or `hour`, `value` the one of the row.
CREATE TABLE figure_item_third (
  store text NOT NULL,
  business_day date NOT NULL,
  dimension text NOT NULL,
  value text NOT NULL,
  article text NOT NULL,
  item_group text NOT NULL,
  tax double precision NOT NULL,
  unit text NOT NULL,
  currency text NOT NULL,
  quantity bigint NOT NULL,
  measured bigint NOT NULL,
  turnover bigint NOT NULL,
  goods_net bigint NOT NULL,
  costed_net bigint NOT NULL,
  goods_cost bigint NOT NULL,
  name text NOT NULL,
  group_name text NOT NULL,
  PRIMARY KEY (store, business_day, dimension, value, article, item_group, tax, unit, currency)
) PARTITION BY RANGE (business_day);
-- One article over many stores.
CREATE INDEX figure_item_third_article ON figure_item_third (article, dimension, business_day);

-- Thirds whose rows are what their days add up to. Whatever is written of one of these days takes the row away in the same transaction,
-- and the days are read in place of the third until it is counted again. The program counts those that are over by itself.
CREATE TABLE counted_third (
  store text NOT NULL,
  business_day date NOT NULL,
  PRIMARY KEY (store, business_day)
);

-- The months that hold sales already.
DO $$
DECLARE
  month record;
BEGIN
  FOR month IN SELECT child.relname AS name, pg_get_expr(child.relpartbound, child.oid) AS bound
    FROM pg_inherits JOIN pg_class AS child ON child.oid = pg_inherits.inhrelid WHERE pg_inherits.inhparent = 'sale'::regclass
  LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF figure_item_third %s', replace(month.name, 'sale_', 'figure_item_third_'), month.bound);
  END LOOP;
END $$;
