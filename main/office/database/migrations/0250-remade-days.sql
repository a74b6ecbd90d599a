-- How often the facts and figures of a day were made anew: an export that was cut off is not continued across it.
CREATE TABLE remade_day (
  store text NOT NULL,
  business_day date NOT NULL,
  times bigint NOT NULL,
  PRIMARY KEY (store, business_day)
);
