-- Kept views that go out as mails to a person: every morning, on Mondays, or on the first of a month. The row also says how the newest one ended.
CREATE TABLE view_mail (
  view text NOT NULL REFERENCES saved_view ON DELETE CASCADE,
  person text NOT NULL REFERENCES person ON DELETE CASCADE,
  every text NOT NULL CHECK (every IN ('day', 'week', 'month')),
  day date NOT NULL,                 -- business day of the newest mail; of the wish before the first one
  claimed timestamptz,
  sent timestamptz,
  failures integer NOT NULL DEFAULT 0,
  problem text,
  PRIMARY KEY (view, person)
);
