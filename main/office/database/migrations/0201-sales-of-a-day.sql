-- The list of one business day, in its order.
CREATE INDEX sale_day ON sale (business_day, at);
