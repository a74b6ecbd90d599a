-- Devices and the routings that join tills with terminals, kept as the documents the API answers.
CREATE TABLE smart_device (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,
  document TEXT NOT NULL,
  query_type TEXT NOT NULL CHECK (query_type IN ('cashier', 'zvt', 'shopmodule', 'webterminal')),
  query_vendor_uid TEXT,
  query_tid TEXT,
  query_description TEXT,
  query_created INTEGER,
  -- Order of the list: the newest first, and terminals before all others.
  list_order INTEGER GENERATED ALWAYS AS (number + iif(query_type IN ('zvt', 'webterminal'), 1099511627776, 0)) VIRTUAL
) STRICT;
CREATE UNIQUE INDEX smart_device_list ON smart_device (merchant, list_order);
CREATE INDEX smart_device_type ON smart_device (merchant, query_type);
CREATE UNIQUE INDEX smart_device_vendor_uid ON smart_device (merchant, query_vendor_uid)
  WHERE query_vendor_uid IS NOT NULL;
CREATE TRIGGER smart_device_added AFTER INSERT ON smart_device BEGIN
  INSERT INTO row_count VALUES ('smart.devices', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER smart_device_removed AFTER DELETE ON smart_device BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'smart.devices' AND merchant = old.merchant;
END;

CREATE TABLE smart_routing (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,
  document TEXT NOT NULL,
  query_description TEXT,
  query_created INTEGER
) STRICT;
CREATE INDEX smart_routing_newest ON smart_routing (merchant);
CREATE TRIGGER smart_routing_added AFTER INSERT ON smart_routing BEGIN
  INSERT INTO row_count VALUES ('smart.routings', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER smart_routing_removed AFTER DELETE ON smart_routing BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'smart.routings' AND merchant = old.merchant;
END;

-- Which devices a routing joins: a till and a terminal. A terminal may stand in several.
CREATE TABLE smart_routing_device (
  routing TEXT NOT NULL REFERENCES smart_routing (id),
  device TEXT NOT NULL REFERENCES smart_device (id),
  PRIMARY KEY (device, routing)
) STRICT, WITHOUT ROWID;
CREATE INDEX smart_routing_device_routing ON smart_routing_device (routing);

-- PINs that were set for a device, a store or a merchant; hashes only.
CREATE TABLE device_pin (
  owner TEXT PRIMARY KEY,           -- SDV_, STO_ or MRC_
  pin_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Tills that had a terminal get a routing.
CREATE TEMP TABLE joined AS
  SELECT d.id AS till, d.terminal, d.merchant, d.store, d.description, 'SRT_' || hex(randomblob(15)) AS routing
  FROM device d WHERE d.terminal IS NOT NULL;
INSERT INTO smart_device (number, id, merchant, inner, document, query_type, query_vendor_uid, query_tid,
    query_description, query_created)
  SELECT d.position, d.id, d.merchant, '{}',
    json_object('object', 'smart.devices', 'id', d.id,
      'merchant', json_object('object', 'general.merchants', 'id', d.merchant),
      'store', CASE WHEN s.id IS NULL THEN NULL ELSE json_object('object', 'general.stores', 'id', s.id, 'name', s.name) END,
      'contract', NULL, 'vendor', d.vendor, 'vendor_uid', d.vendor_uid, 'type', d.type, 'device', NULL,
      'routing', json((SELECT json_object('object', 'smart.routings', 'id', j.routing) FROM joined j
        WHERE d.id IN (j.till, j.terminal) ORDER BY j.rowid LIMIT 1)),
      'user_pin', NULL, 'products', json('{}'), 'description', d.description, 'tid', d.tid,
      'idle_screen_register', NULL, 'idle_screen_terminal', NULL, 'online', json('false'), 'refresh', NULL,
      'connection_type', 'https', 'terminal_type', NULL, 'base_version', NULL, 'status', 'active',
      'created', strftime('%Y-%m-%dT%H:%M:%S+00:00', d.created / 1000, 'unixepoch'),
      'updated', strftime('%Y-%m-%dT%H:%M:%S+00:00', d.updated / 1000, 'unixepoch')),
    d.type, d.vendor_uid, d.tid, lower(d.description), d.created
  FROM device d LEFT JOIN store s ON s.id = d.store;
INSERT INTO smart_routing (id, merchant, inner, document, query_description, query_created)
  SELECT j.routing, j.merchant, '{}',
    json_object('object', 'smart.routings', 'id', j.routing,
      'merchant', json_object('object', 'general.merchants', 'id', j.merchant),
      'store', CASE WHEN s.id IS NULL THEN NULL ELSE json_object('object', 'general.stores', 'id', s.id, 'name', s.name) END,
      'description', j.description,
      'assign', json_array(
        json_object('object', 'smart.devices', 'id', j.till, 'type', 'cashier', 'description', j.description),
        json_object('object', 'smart.devices', 'id', t.id, 'type', t.type, 'description', t.description)),
      'created', strftime('%Y-%m-%dT%H:%M:%S+00:00'), 'updated', strftime('%Y-%m-%dT%H:%M:%S+00:00')),
    lower(j.description), unixepoch() * 1000
  FROM joined j JOIN device t ON t.id = j.terminal LEFT JOIN store s ON s.id = j.store;
INSERT INTO smart_routing_device SELECT routing, till FROM joined UNION ALL SELECT routing, terminal FROM joined;

CREATE TABLE till_next (
  device TEXT PRIMARY KEY REFERENCES smart_device (id),
  sale TEXT
) STRICT;
INSERT INTO till_next SELECT device, sale FROM till;
DROP TABLE till;
DROP TABLE device;
ALTER TABLE till_next RENAME TO till;
DROP TABLE joined;
