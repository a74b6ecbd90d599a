-- Hour and currency of the sale beside its lines: what was sold by hour and article is read without the sales.
ALTER TABLE sale_line ADD COLUMN hour smallint NOT NULL DEFAULT 0;
ALTER TABLE sale_line ADD COLUMN currency text NOT NULL DEFAULT '';
UPDATE sale_line SET hour = sale.hour, currency = sale.currency FROM sale
  WHERE sale.store = sale_line.store AND sale.business_day = sale_line.business_day AND sale.till = sale_line.till
    AND sale.epoch = sale_line.epoch AND sale.sequence = sale_line.sequence;
