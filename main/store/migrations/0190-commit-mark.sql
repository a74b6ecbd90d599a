-- How many commits this database holds, and whose directory it is: a start compares it with the mark beside it.
CREATE TABLE commit_mark (
  only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
  directory TEXT,                   -- id of the directory; null in a copy that was never opened in one
  purpose TEXT,
  made TEXT,
  commits INTEGER NOT NULL
) STRICT;
INSERT INTO commit_mark VALUES (1, NULL, NULL, NULL, 0);
