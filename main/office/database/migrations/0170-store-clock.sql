-- Where the time zone of a store comes from: taken from the merchant when the store was made (`merchant`), told by its till (`till`), or
-- set by a person (`person`), which no till changes any more.
ALTER TABLE store ADD COLUMN zone_from text NOT NULL DEFAULT 'merchant' CHECK (zone_from IN ('merchant', 'till', 'person'));
-- Set where the zone has changed since the hours of its sales were counted; they are counted anew within the hour.
ALTER TABLE store ADD COLUMN hours_due boolean NOT NULL DEFAULT false;
-- Records that are kept and not counted are few, and people ask for all of them.
CREATE INDEX document_uncounted ON document (store, business_day) WHERE NOT figures;
-- Currencies in which sales of the store were counted: a report is in one of them, and adds no two up.
ALTER TABLE store ADD COLUMN currencies text[] NOT NULL DEFAULT '{}';
UPDATE store SET currencies = held.currencies
  FROM (SELECT store, array_agg(DISTINCT currency) AS currencies FROM figure_sale WHERE currency <> '' GROUP BY store) AS held
 WHERE held.store = store.id;
