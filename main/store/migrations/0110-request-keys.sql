-- Keys that clients give their requests. Written with the first change the request makes; the answer is added when it is
-- known. A row without an answer means that the bridge ended between the two.
CREATE TABLE request_key (
  client TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,        -- of method, path and body
  at INTEGER NOT NULL,
  changes TEXT NOT NULL,            -- JSON list of what was changed: object, id, type
  status INTEGER,
  headers TEXT,
  body BLOB,
  PRIMARY KEY (client, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX request_key_age ON request_key (at);
