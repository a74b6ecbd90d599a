-- What DSFinV-K says of the business and of each shop. Null: what the till of a closing told about its shop stands there.
ALTER TABLE merchant ADD COLUMN street text, ADD COLUMN zip text, ADD COLUMN city text, ADD COLUMN country text,
  ADD COLUMN tax_number text, ADD COLUMN vat_id text;
ALTER TABLE store ADD COLUMN street text, ADD COLUMN zip text, ADD COLUMN city text;
-- Stores of a region, and the people who see all of them. A person of a region names no store.
ALTER TABLE store ADD COLUMN region text;
ALTER TABLE person ADD COLUMN region text CHECK (region IS NULL OR store IS NULL);
-- The last Z report of every till, for the page of the fleet: without its document being read.
CREATE INDEX document_closings ON document (store, business_day, till, at) WHERE kind = 'zReport';
