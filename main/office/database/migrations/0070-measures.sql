-- Goods by weight or measure: how much a line sold, in ten-thousandths of its unit, and the price of one unit. Pieces have no unit.
-- Days before keep their packs as pieces until `rebuild` makes them anew from their documents.
ALTER TABLE sale_line ADD COLUMN measured bigint NOT NULL DEFAULT 0;
ALTER TABLE sale_line ADD COLUMN unit text NOT NULL DEFAULT '';
ALTER TABLE sale_line ADD COLUMN unit_price bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_item ADD COLUMN measured bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_item ADD COLUMN unit text NOT NULL DEFAULT '';
ALTER TABLE figure_item DROP CONSTRAINT figure_item_pkey;
ALTER TABLE figure_item ADD PRIMARY KEY (store, business_day, article, item_group, tax, unit, currency);
