-- What becomes of a notification: its document holds every try, columns beside it are what delivery and lists look for.
-- `behind` is 1 while an older one about the same object waits for the same address; order per object is kept.
CREATE TABLE push_next (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  url TEXT NOT NULL,
  host TEXT NOT NULL,
  tries INTEGER NOT NULL,           -- since it was queued or sent again by hand
  since INTEGER NOT NULL,           -- when the time began after which it is given up
  next_at INTEGER NOT NULL,
  behind INTEGER NOT NULL CHECK (behind IN (0, 1)),
  ended_at INTEGER,
  query_status TEXT NOT NULL CHECK (query_status IN ('waiting', 'delivered', 'discarded', 'refused')),
  query_object TEXT NOT NULL,       -- id of the changed object
  query_support TEXT,               -- the request that made the change
  document TEXT NOT NULL
) STRICT;
INSERT INTO push_next
  SELECT number, id, merchant, url, '', 0, created, created, 0, NULL, 'waiting', object, NULL, json_object(
    'object', 'event.pushes', 'id', id, 'created', strftime('%Y-%m-%dT%H:%M:%S+00:00', created / 1000, 'unixepoch'),
    'target', target, 'type', type, 'data', json_array(json_object('object', target, 'id', object)),
    'url', url, 'status', 'waiting', 'next_attempt', NULL, 'supportId', NULL, 'attempts', json_array())
  FROM push;
DROP TABLE push;
ALTER TABLE push_next RENAME TO push;

CREATE INDEX push_newest ON push (merchant);
CREATE INDEX push_status ON push (merchant, query_status);
CREATE INDEX push_object ON push (merchant, query_object);
CREATE INDEX push_support ON push (merchant, query_support) WHERE query_support IS NOT NULL;
CREATE INDEX push_due ON push (host, next_at) WHERE query_status = 'waiting' AND behind = 0;
CREATE INDEX push_order ON push (query_object, url) WHERE query_status = 'waiting';
CREATE INDEX push_ended ON push (ended_at) WHERE ended_at IS NOT NULL;

INSERT INTO row_count SELECT 'event.pushes', merchant, count(*) FROM push GROUP BY merchant;
CREATE TRIGGER push_added AFTER INSERT ON push BEGIN
  INSERT INTO row_count VALUES ('event.pushes', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER push_removed AFTER DELETE ON push BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'event.pushes' AND merchant = old.merchant;
END;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('push', 'sqlite_autoindex_push_1', '1000000 1'),
  ('push', 'push_newest', '1000000 1000000'),
  ('push', 'push_status', '1000000 1000000 5000'),
  ('push', 'push_object', '1000000 1000000 2'),
  ('push', 'push_support', '1000000 1000000 2'),
  ('push', 'push_due', '5000 100 1'),
  ('push', 'push_order', '5000 2 1'),
  ('push', 'push_ended', '1000000 1');
ANALYZE sqlite_schema;
