-- Resources that can be deleted tell of it, too.
CREATE TABLE change_next (
  seq INTEGER PRIMARY KEY,
  merchant TEXT NOT NULL,
  object TEXT NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('added', 'changed', 'removed')),
  at INTEGER NOT NULL
) STRICT;
INSERT INTO change_next SELECT seq, merchant, object, id, type, at FROM change;
CREATE TABLE parked_next (seq INTEGER PRIMARY KEY, reason TEXT NOT NULL) STRICT;
INSERT INTO parked_next SELECT seq, reason FROM parked_change;
DROP TABLE parked_change;
DROP TABLE change;
ALTER TABLE change_next RENAME TO change;
CREATE TABLE parked_change (
  seq INTEGER PRIMARY KEY REFERENCES change,
  reason TEXT NOT NULL
) STRICT;
INSERT INTO parked_change SELECT seq, reason FROM parked_next;
DROP TABLE parked_next;
