-- A sale is written a second time when its receipt is printed. Its document was compared by its members then, which took longer than the
-- write. Now it is asked first whether a span has counted the sale at all: one that closes has not been counted yet.
DROP TRIGGER figure_sale_changed;
CREATE TRIGGER figure_sale_changed AFTER UPDATE OF document ON smart_transaction
  WHEN old.receipt_number IS NOT NULL
    AND EXISTS (SELECT 1 FROM queue_record r JOIN figure_span s ON s.till = r.till AND r.number BETWEEN s.first AND s.last
      WHERE r.object = new.id)
    AND CASE WHEN json_valid(old.document) AND json_valid(new.document) THEN
      json_extract(old.document, '$.basket', '$.basket_info', '$.tax_rate', '$.tenders', '$.payment_method', '$.cashier',
        '$.is_demo', '$.receipt_number')
      IS NOT json_extract(new.document, '$.basket', '$.basket_info', '$.tax_rate', '$.tenders', '$.payment_method', '$.cashier',
        '$.is_demo', '$.receipt_number')
    OR (SELECT group_concat(p.value ->> 'id') FROM json_each(old.document, '$.parts') p WHERE p.value ->> 'voucher' IS NOT NULL)
      IS NOT (SELECT group_concat(p.value ->> 'id') FROM json_each(new.document, '$.parts') p WHERE p.value ->> 'voucher' IS NOT NULL)
    ELSE old.document IS NOT new.document END
BEGIN
  UPDATE figure_span SET changes = changes + 1 WHERE span IN (
    SELECT s.span FROM queue_record r JOIN figure_span s ON s.till = r.till AND r.number BETWEEN s.first AND s.last WHERE r.object = new.id);
END;
