-- The list of sales is of business days: a bar's sale after midnight belongs to the evening.
CREATE INDEX smart_transaction_day ON smart_transaction (merchant, business_day);
-- Without its measure the planner would take it for lists that have another order (0120).
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('smart_transaction', 'smart_transaction_day', '1000000 1000000 1000');
ANALYZE sqlite_schema;
