-- Where somebody has signed in before, a till by its cookie or an address: guessing elsewhere does not slow it down. Only
-- hashes are kept.
CREATE TABLE known_place (
  name TEXT PRIMARY KEY,
  last_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX known_place_last ON known_place (last_at);
