-- Few sales have an unknown result; a report lists them. result was unknown.
CREATE INDEX sale_unknown ON sale (store, business_day) WHERE event = 'unknown';
