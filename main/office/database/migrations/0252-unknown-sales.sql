-- A report lists the few sales whose result was unknown.
CREATE INDEX sale_unknown ON sale (store, business_day) WHERE event = 'unknown';
