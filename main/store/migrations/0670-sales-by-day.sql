-- The list of sales is of business days: a bar's sale after midnight belongs to the evening.
CREATE INDEX smart_transaction_day ON smart_transaction (merchant, business_day);
