-- Tax beside the turnover of a day, an hour, a till or a cashier, as the till has it.
ALTER TABLE figure_sale ADD COLUMN tax bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_day ADD COLUMN tax bigint NOT NULL DEFAULT 0;
UPDATE figure_sale SET tax = taxed.amount
  FROM (SELECT store, business_day, hour, till, cashier, currency, sum(amount) AS amount FROM figure_tax_hour GROUP BY 1, 2, 3, 4, 5, 6) AS taxed
  WHERE taxed.store = figure_sale.store AND taxed.business_day = figure_sale.business_day AND taxed.hour = figure_sale.hour
    AND taxed.till = figure_sale.till AND taxed.cashier = figure_sale.cashier AND taxed.currency = figure_sale.currency;
UPDATE figure_day SET tax = taxed.amount
  FROM (SELECT store, business_day, currency, sum(amount) AS amount FROM figure_tax GROUP BY 1, 2, 3) AS taxed
  WHERE taxed.store = figure_day.store AND taxed.business_day = figure_day.business_day AND taxed.currency = figure_day.currency;
