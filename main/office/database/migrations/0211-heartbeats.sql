-- How each bridge was at its last heartbeat. It changes every minute for each bridge, so it lies beside the rows of its store and not
-- in a table that is on every node.
CREATE TABLE heartbeat (
  store text NOT NULL,
  bridge text NOT NULL,
  last_heard timestamptz,
  condition jsonb,                   -- the last heartbeat; null: none was heard yet
  PRIMARY KEY (store, bridge)
);
INSERT INTO heartbeat (store, bridge, last_heard, condition) SELECT store, id, last_heard, condition FROM bridge;
ALTER TABLE bridge DROP COLUMN last_heard, DROP COLUMN condition;
