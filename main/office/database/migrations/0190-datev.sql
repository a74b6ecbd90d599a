-- Accounts and numbers for the postings that are handed to the tax adviser; null where nobody has set them.
ALTER TABLE merchant ADD COLUMN datev jsonb;
