-- Notifications to the addresses callers gave: written with the change they tell of, kept until they are acknowledged.
CREATE TABLE push (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  url TEXT NOT NULL,
  target TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('changed', 'added', 'display')),
  object TEXT NOT NULL,             -- id of the changed object
  created INTEGER NOT NULL
) STRICT;
