-- Sales in which nothing was bought, which only load a card or bring goods back, are no sales in an average.
ALTER TABLE sale ADD COLUMN bought boolean NOT NULL DEFAULT true;
UPDATE sale SET bought = false WHERE sales <> 0 AND NOT EXISTS (SELECT 1 FROM sale_line AS line
  WHERE line.store = sale.store AND line.business_day = sale.business_day AND line.till = sale.till AND line.epoch = sale.epoch
    AND line.sequence = sale.sequence AND line.amount <> 0 AND sign(line.amount) = sale.sales);

ALTER TABLE figure_sale ADD COLUMN other_sales bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_sale ADD COLUMN other_turnover bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_sale ADD COLUMN other_cancellations bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_sale ADD COLUMN other_cancelled bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_day ADD COLUMN other_sales bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_day ADD COLUMN other_turnover bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_day ADD COLUMN other_cancellations bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_day ADD COLUMN other_cancelled bigint NOT NULL DEFAULT 0;
UPDATE figure_sale SET other_sales = others.sales, other_turnover = others.turnover, other_cancellations = others.cancellations,
    other_cancelled = others.cancelled
  FROM (SELECT store, business_day, hour, till, cashier, currency, sum(sales) AS sales, sum(turnover) AS turnover,
      count(*) FILTER (WHERE event = 'cancelled') AS cancellations, coalesce(-sum(turnover) FILTER (WHERE event = 'cancelled'), 0) AS cancelled
    FROM sale WHERE NOT bought AND NOT played GROUP BY 1, 2, 3, 4, 5, 6) AS others
  WHERE others.store = figure_sale.store AND others.business_day = figure_sale.business_day AND others.hour = figure_sale.hour
    AND others.till = figure_sale.till AND others.cashier = figure_sale.cashier AND others.currency = figure_sale.currency;
UPDATE figure_day SET other_sales = others.sales, other_turnover = others.turnover, other_cancellations = others.cancellations,
    other_cancelled = others.cancelled
  FROM (SELECT store, business_day, currency, sum(other_sales) AS sales, sum(other_turnover) AS turnover,
      sum(other_cancellations) AS cancellations, sum(other_cancelled) AS cancelled
    FROM figure_sale WHERE (other_sales, other_turnover, other_cancellations) <> (0, 0, 0) GROUP BY 1, 2, 3) AS others
  WHERE others.store = figure_day.store AND others.business_day = figure_day.business_day AND others.currency = figure_day.currency;
