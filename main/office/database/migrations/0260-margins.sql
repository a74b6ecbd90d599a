-- Net turnover of goods, the part of it whose purchase price was known at the sale, and what that part cost (main/domain/margin.ts).
-- Older records name no purchase prices; their net turnover is made of what is there.
ALTER TABLE sale_line ADD COLUMN goods_net bigint NOT NULL DEFAULT 0;
ALTER TABLE sale_line ADD COLUMN costed_net bigint NOT NULL DEFAULT 0;
ALTER TABLE sale_line ADD COLUMN goods_cost bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_sale ADD COLUMN goods_net bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_sale ADD COLUMN costed_net bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_sale ADD COLUMN goods_cost bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_day ADD COLUMN goods_net bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_day ADD COLUMN costed_net bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_day ADD COLUMN goods_cost bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_item ADD COLUMN goods_net bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_item ADD COLUMN costed_net bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_item ADD COLUMN goods_cost bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_item_person ADD COLUMN goods_net bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_item_person ADD COLUMN costed_net bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_item_person ADD COLUMN goods_cost bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_group ADD COLUMN goods_net bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_group ADD COLUMN costed_net bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_group ADD COLUMN goods_cost bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_group_hour ADD COLUMN goods_net bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_group_hour ADD COLUMN costed_net bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_group_hour ADD COLUMN goods_cost bigint NOT NULL DEFAULT 0;

-- Each line without its tax, half away from zero; what the tax of the receipt and rate differs from their sum is of the largest line.
UPDATE sale_line SET goods_net = worked.net
  FROM (SELECT line.store, line.business_day, line.till, line.epoch, line.sequence, line.position,
      line.amount - line.own - CASE line.place WHEN 1 THEN sale_tax.amount - line.whole ELSE 0 END AS net
    FROM (SELECT store, business_day, till, epoch, sequence, position, tax, amount, item_type, own,
        sum(own) OVER (PARTITION BY store, business_day, till, epoch, sequence, tax) AS whole,
        row_number() OVER (PARTITION BY store, business_day, till, epoch, sequence, tax ORDER BY abs(amount) DESC, position) AS place
      FROM (SELECT *, round(amount * round((tax * 100)::numeric) / (10000 + round((tax * 100)::numeric))) AS own FROM sale_line) AS taxed) AS line
    JOIN sale_tax ON sale_tax.store = line.store AND sale_tax.business_day = line.business_day AND sale_tax.till = line.till
      AND sale_tax.epoch = line.epoch AND sale_tax.sequence = line.sequence AND sale_tax.tax = line.tax
    WHERE line.item_type NOT IN ('deposit', 'empties')) AS worked
  WHERE worked.store = sale_line.store AND worked.business_day = sale_line.business_day AND worked.till = sale_line.till
    AND worked.epoch = sale_line.epoch AND worked.sequence = sale_line.sequence AND worked.position = sale_line.position;

UPDATE figure_sale SET goods_net = worked.net
  FROM (SELECT sale.store, sale.business_day, sale.hour, sale.till, sale.cashier, sale.currency, sum(line.goods_net) AS net
    FROM sale_line AS line JOIN sale USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 6) AS worked
  WHERE worked.store = figure_sale.store AND worked.business_day = figure_sale.business_day AND worked.hour = figure_sale.hour
    AND worked.till = figure_sale.till AND worked.cashier = figure_sale.cashier AND worked.currency = figure_sale.currency;
UPDATE figure_day SET goods_net = worked.net
  FROM (SELECT store, business_day, currency, sum(goods_net) AS net FROM figure_sale GROUP BY 1, 2, 3) AS worked
  WHERE worked.store = figure_day.store AND worked.business_day = figure_day.business_day AND worked.currency = figure_day.currency;
UPDATE figure_item_person SET goods_net = worked.net
  FROM (SELECT sale.store, sale.business_day, sale.till, sale.cashier, line.article, line.item_group, line.tax, line.unit, sale.currency,
      sum(line.goods_net) AS net
    FROM sale_line AS line JOIN sale USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9) AS worked
  WHERE worked.store = figure_item_person.store AND worked.business_day = figure_item_person.business_day
    AND worked.till = figure_item_person.till AND worked.cashier = figure_item_person.cashier AND worked.article = figure_item_person.article
    AND worked.item_group = figure_item_person.item_group AND worked.tax = figure_item_person.tax AND worked.unit = figure_item_person.unit
    AND worked.currency = figure_item_person.currency;
UPDATE figure_item SET goods_net = worked.net
  FROM (SELECT store, business_day, article, item_group, tax, unit, currency, sum(goods_net) AS net FROM figure_item_person
    GROUP BY 1, 2, 3, 4, 5, 6, 7) AS worked
  WHERE worked.store = figure_item.store AND worked.business_day = figure_item.business_day AND worked.article = figure_item.article
    AND worked.item_group = figure_item.item_group AND worked.tax = figure_item.tax AND worked.unit = figure_item.unit
    AND worked.currency = figure_item.currency;
UPDATE figure_group_hour SET goods_net = worked.net
  FROM (SELECT sale.store, sale.business_day, sale.hour, sale.till, sale.cashier, line.item_group, line.tax, line.unit, sale.currency,
      sum(line.goods_net) AS net
    FROM sale_line AS line JOIN sale USING (store, business_day, till, epoch, sequence) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9) AS worked
  WHERE worked.store = figure_group_hour.store AND worked.business_day = figure_group_hour.business_day AND worked.hour = figure_group_hour.hour
    AND worked.till = figure_group_hour.till AND worked.cashier = figure_group_hour.cashier
    AND worked.item_group = figure_group_hour.item_group AND worked.tax = figure_group_hour.tax AND worked.unit = figure_group_hour.unit
    AND worked.currency = figure_group_hour.currency;
UPDATE figure_group SET goods_net = worked.net
  FROM (SELECT store, business_day, till, cashier, item_group, tax, unit, currency, sum(goods_net) AS net FROM figure_group_hour
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) AS worked
  WHERE worked.store = figure_group.store AND worked.business_day = figure_group.business_day AND worked.till = figure_group.till
    AND worked.cashier = figure_group.cashier AND worked.item_group = figure_group.item_group AND worked.tax = figure_group.tax
    AND worked.unit = figure_group.unit AND worked.currency = figure_group.currency;
