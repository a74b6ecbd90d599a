-- Who gave a discount: empty for a campaign, null for a line that is none. Days before name the seller until `rebuild` makes them
-- anew from their documents, which also tells deposits from goods.
ALTER TABLE sale_line ADD COLUMN given_by text;
UPDATE sale_line SET given_by = sale.cashier FROM sale
  WHERE sale.store = sale_line.store AND sale.business_day = sale_line.business_day AND sale.till = sale_line.till
    AND sale.epoch = sale_line.epoch AND sale.sequence = sale_line.sequence AND sale_line.item_type = 'coupon';

-- A voucher of the shop was booked off its card; one of somebody else moved nothing here and is a payment of its own.
CREATE TEMP TABLE foreign_voucher ON COMMIT DROP AS
  SELECT tender.store, tender.business_day, tender.till, tender.epoch, tender.sequence, tender.position FROM tender
    WHERE tender.method = 'voucher' AND NOT EXISTS (SELECT 1 FROM loyalty
      WHERE loyalty.store = tender.store AND loyalty.business_day = tender.business_day AND loyalty.till = tender.till
        AND loyalty.epoch = tender.epoch AND loyalty.sequence = tender.sequence AND loyalty.account = 'cash' AND loyalty.redeemed <> 0);
UPDATE tender SET method = 'foreign_voucher' FROM foreign_voucher
  WHERE tender.store = foreign_voucher.store AND tender.business_day = foreign_voucher.business_day AND tender.till = foreign_voucher.till
    AND tender.epoch = foreign_voucher.epoch AND tender.sequence = foreign_voucher.sequence AND tender.position = foreign_voucher.position;
DELETE FROM figure_tender USING (SELECT DISTINCT store, business_day, till FROM foreign_voucher) AS day
  WHERE figure_tender.store = day.store AND figure_tender.business_day = day.business_day AND figure_tender.till = day.till;
INSERT INTO figure_tender (store, business_day, till, method, currency, count, amount)
  SELECT tender.store, tender.business_day, tender.till, tender.method, sale.currency, sum(sale.sales), sum(tender.amount)
    FROM tender JOIN sale USING (store, business_day, till, epoch, sequence)
    JOIN (SELECT DISTINCT store, business_day, till FROM foreign_voucher) AS day USING (store, business_day, till)
    GROUP BY 1, 2, 3, 4, 5;

-- Z reports are the closings of a till: they are looked up by their place among its records.
CREATE INDEX document_z ON document (store, till, epoch, sequence) WHERE kind = 'zReport';
