-- A tender holds all that a card was charged; `tip` is how much of that is tip. Days before keep their tenders without the tips given at a
-- terminal until `rebuild` makes them anew from their records.
ALTER TABLE tender ADD COLUMN tip bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_tender ADD COLUMN tip bigint NOT NULL DEFAULT 0;
