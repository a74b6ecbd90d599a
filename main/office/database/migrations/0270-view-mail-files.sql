-- The file that a mailed view comes with, and a pause, in which the wish is kept and nothing is sent.
ALTER TABLE view_mail
  ADD COLUMN file text NOT NULL DEFAULT 'xlsx' CHECK (file IN ('xlsx', 'csv')),
  ADD COLUMN paused boolean NOT NULL DEFAULT false;
