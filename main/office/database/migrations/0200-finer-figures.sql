-- Figures of whole days, for numbers that stand above the fold; of articles by till and cashier; and hours by till and cashier, too.
-- Columns are those of the tables beside; everything is made from what is there.
CREATE TABLE figure_day (LIKE figure_sale) PARTITION BY RANGE (business_day);
ALTER TABLE figure_day DROP COLUMN hour;
ALTER TABLE figure_day DROP COLUMN till;
ALTER TABLE figure_day DROP COLUMN cashier;
ALTER TABLE figure_day ADD PRIMARY KEY (store, business_day, currency);

CREATE TABLE figure_item_person (LIKE figure_item) PARTITION BY RANGE (business_day);
ALTER TABLE figure_item_person ADD COLUMN till text NOT NULL;
ALTER TABLE figure_item_person ADD COLUMN cashier text NOT NULL;
ALTER TABLE figure_item_person ADD PRIMARY KEY (store, business_day, till, cashier, article, item_group, tax, unit, currency);
-- One article over many stores.
CREATE INDEX figure_item_person_article ON figure_item_person (article, business_day);

-- The months that hold sales already.
DO $$
DECLARE
  month record;
  fresh text;
BEGIN
  FOR month IN SELECT child.relname AS name, pg_get_expr(child.relpartbound, child.oid) AS bound
    FROM pg_inherits JOIN pg_class AS child ON child.oid = pg_inherits.inhrelid WHERE pg_inherits.inhparent = 'sale'::regclass
  LOOP
    FOREACH fresh IN ARRAY ARRAY['figure_day', 'figure_item_person'] LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I %s', replace(month.name, 'sale_', fresh || '_'), fresh, month.bound);
    END LOOP;
  END LOOP;
END $$;

INSERT INTO figure_day (store, business_day, currency, sales, turnover, closed, cancelled, cancellations, discount, tip, unknown)
  SELECT store, business_day, currency, sum(sales), sum(turnover), sum(closed), sum(cancelled), sum(cancellations), sum(discount), sum(tip),
      sum(unknown)
    FROM figure_sale GROUP BY 1, 2, 3;
INSERT INTO figure_item_person (store, business_day, till, cashier, article, name, item_group, group_name, tax, unit, currency, quantity, measured,
    turnover)
  SELECT sale.store, sale.business_day, sale.till, sale.cashier, line.article, max(line.name), line.item_group, max(line.group_name), line.tax,
      line.unit, sale.currency, sum(line.quantity), sum(line.measured), sum(line.amount)
    FROM sale_line AS line JOIN sale USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 7, 9, 10, 11;

DELETE FROM figure_tender_hour;
ALTER TABLE figure_tender_hour DROP CONSTRAINT figure_tender_hour_pkey;
ALTER TABLE figure_tender_hour ADD COLUMN till text NOT NULL DEFAULT '';
ALTER TABLE figure_tender_hour ADD COLUMN cashier text NOT NULL DEFAULT '';
ALTER TABLE figure_tender_hour ADD PRIMARY KEY (store, business_day, hour, till, cashier, method, currency);
INSERT INTO figure_tender_hour (store, business_day, hour, till, cashier, method, currency, count, amount, tip)
  SELECT sale.store, sale.business_day, sale.hour, sale.till, sale.cashier, tender.method, sale.currency, sum(sale.sales), sum(tender.amount),
      sum(tender.tip)
    FROM tender JOIN sale USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 6, 7;

DELETE FROM figure_tax_hour;
ALTER TABLE figure_tax_hour DROP CONSTRAINT figure_tax_hour_pkey;
ALTER TABLE figure_tax_hour ADD COLUMN till text NOT NULL DEFAULT '';
ALTER TABLE figure_tax_hour ADD COLUMN cashier text NOT NULL DEFAULT '';
ALTER TABLE figure_tax_hour ADD PRIMARY KEY (store, business_day, hour, till, cashier, tax, currency);
INSERT INTO figure_tax_hour (store, business_day, hour, till, cashier, tax, currency, gross, amount)
  SELECT sale.store, sale.business_day, sale.hour, sale.till, sale.cashier, sale_tax.tax, sale.currency, sum(sale_tax.gross), sum(sale_tax.amount)
    FROM sale_tax JOIN sale USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 6, 7;

DELETE FROM figure_group_hour;
ALTER TABLE figure_group_hour DROP CONSTRAINT figure_group_hour_pkey;
ALTER TABLE figure_group_hour ADD COLUMN till text NOT NULL DEFAULT '';
ALTER TABLE figure_group_hour ADD COLUMN cashier text NOT NULL DEFAULT '';
ALTER TABLE figure_group_hour ADD PRIMARY KEY (store, business_day, hour, till, cashier, item_group, tax, unit, currency);
INSERT INTO figure_group_hour (store, business_day, hour, till, cashier, item_group, group_name, tax, unit, currency, quantity, measured, turnover)
  SELECT sale.store, sale.business_day, sale.hour, sale.till, sale.cashier, line.item_group, max(line.group_name), line.tax, line.unit,
      sale.currency, sum(line.quantity), sum(line.measured), sum(line.amount)
    FROM sale_line AS line JOIN sale USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 6, 8, 9, 10;

-- The list of sales asks for an article by this expression; reports of one article read the figures above.
DROP INDEX sale_line_article;
CREATE INDEX sale_line_listed ON sale_line (lower(NULLIF(article, '')), business_day);
