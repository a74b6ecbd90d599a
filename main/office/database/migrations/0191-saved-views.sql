-- Reports and lists of sales with their filters, kept under a name; a shared one is seen by everybody of the merchant.
CREATE TABLE saved_view (
  id text PRIMARY KEY,
  merchant text NOT NULL REFERENCES merchant,
  person text NOT NULL REFERENCES person ON DELETE CASCADE,
  name text NOT NULL,
  path text NOT NULL,               -- of the page, with its query
  shared boolean NOT NULL,
  UNIQUE (person, name)
);
