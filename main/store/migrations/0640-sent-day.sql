-- The business day that a record was sent to the back office with, where its day was made anew since (`npm run data -- business-days`):
-- it is part of the hash by which the back office knows the record again.
ALTER TABLE queue_record ADD COLUMN sent_day TEXT;
