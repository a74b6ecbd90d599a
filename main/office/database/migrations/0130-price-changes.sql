-- Prices changed by hand: what they gave away or added, signed like the event, and who set them. Days before get them by `rebuild`.
CREATE TABLE price_change (
  store text NOT NULL,
  business_day date NOT NULL,
  till text NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  position smallint NOT NULL,
  person text NOT NULL,
  lowered bigint NOT NULL,
  raised bigint NOT NULL,
  PRIMARY KEY (store, business_day, till, epoch, sequence, position)
) PARTITION BY RANGE (business_day);

-- The months that hold sales already, and what their records say.
DO $$
DECLARE
  month record;
BEGIN
  FOR month IN SELECT child.relname AS name, pg_get_expr(child.relpartbound, child.oid) AS bound
    FROM pg_inherits JOIN pg_class AS child ON child.oid = pg_inherits.inhrelid WHERE pg_inherits.inhparent = 'sale'::regclass
  LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF price_change %s', replace(month.name, 'sale_', 'price_change_'), month.bound);
  END LOOP;
END $$;
INSERT INTO price_change (store, business_day, till, epoch, sequence, position, person, lowered, raised)
  SELECT store, business_day, till, epoch, sequence, row_number() OVER (PARTITION BY store, business_day, till, epoch, sequence ORDER BY place),
      person, CASE WHEN is_raise THEN 0 ELSE changed END, CASE WHEN is_raise THEN changed ELSE 0 END
    FROM (SELECT sale.store, sale.business_day, sale.till, sale.epoch, sale.sequence, one.place,
        coalesce(CASE jsonb_typeof(one.value -> 'person') WHEN 'string' THEN one.value ->> 'person' END, sale.cashier) AS person,
        one.value ->> 'kind' = 'priceRaise' OR (one.value ->> 'amount')::numeric < 0 AS is_raise,
        abs((one.value ->> 'amount')::numeric) * sale.sales * CASE WHEN one.value -> 'returned' = 'true' THEN -1 ELSE 1 END AS changed
      FROM sale JOIN document USING (store, business_day, till, epoch, sequence)
      CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(document.record::jsonb #> '{facts,corrections}') WHEN 'array'
        THEN document.record::jsonb #> '{facts,corrections}' ELSE '[]' END) WITH ORDINALITY AS one (value, place)
      WHERE sale.sales <> 0 AND document.record LIKE '%"corrections"%' AND one.value ->> 'kind' IN ('priceChange', 'priceRaise')
        AND jsonb_typeof(one.value -> 'amount') = 'number') AS found
    WHERE changed <> 0 AND changed = trunc(changed) AND abs(changed) <= 99999999999;
