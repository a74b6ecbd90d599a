-- Order in which the columns of files were chosen last: the oldest choices are forgotten.
ALTER TABLE import_choice ADD COLUMN chosen INTEGER NOT NULL DEFAULT 0;
