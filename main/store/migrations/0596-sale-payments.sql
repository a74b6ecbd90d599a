-- A sale lists its payments. Sales written before get theirs little by little, the newest first
-- (checkout/salePayments.ts): below this number they have still to be looked at.
INSERT INTO setting SELECT 'earlierPaymentLists', CAST(max(number) + 1 AS TEXT) FROM smart_transaction HAVING max(number) > 0;
