-- Stores as the documents the API answers; `name` is what devices, cards and routings show of them.
CREATE TABLE store_next (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  inner TEXT NOT NULL,              -- JSON: time zone, phone and address as they were sent, until when the text is true
  document TEXT NOT NULL,
  query_name TEXT,
  query_created INTEGER,
  name TEXT GENERATED ALWAYS AS (json_extract(document, '$.name')) VIRTUAL,
  is_default INTEGER GENERATED ALWAYS AS (json_extract(document, '$.is_default')) VIRTUAL,
  true_from INTEGER GENERATED ALWAYS AS (json_extract(inner, '$.trueFrom')) VIRTUAL,
  true_until INTEGER GENERATED ALWAYS AS (json_extract(inner, '$.trueUntil')) VIRTUAL
) STRICT;
INSERT INTO store_next (id, merchant, inner, document, query_name, query_created)
  SELECT id, merchant, json_object('zone', 'UTC', 'country', NULL, 'trueFrom', 0, 'trueUntil', 0, 'default', NULL),
    json_object('object', 'general.stores', 'id', id, 'id_old', NULL, 'created', strftime('%Y-%m-%dT%H:%M:%S+00:00'),
      'merchant', json_object('object', 'general.merchants', 'id', merchant), 'store_name', name, 'name', name,
      'name_raw', name, 'source', NULL, 'key', NULL, 'hash', lower(hex(randomblob(10))), 'facebook_id', NULL,
      'phone_number_formatted', NULL, 'address_components', json('[]'), 'address_formatted', NULL, 'geometry', NULL,
      'photo_main', NULL, 'photo', json('[]'), 'category_main', NULL, 'category', json('[]'), 'url_website', NULL,
      'open_hours', json('[]'), 'open_now', json('false'), 'open_time', NULL, 'utc_offset', '+00:00',
      'assigned_by', json('[]'), 'invited_by', json('[]'), 'has_beacon', json('false'), 'acceptance_point', json('false'),
      'is_default', json('false')),
    lower(name), unixepoch() * 1000
  FROM store;
DROP TABLE store;
ALTER TABLE store_next RENAME TO store;
CREATE INDEX store_newest ON store (merchant);
CREATE INDEX store_name ON store (merchant, query_name);
CREATE INDEX store_default ON store (merchant, is_default);
INSERT INTO row_count SELECT 'general.stores', merchant, count(*) FROM store GROUP BY merchant;
CREATE TRIGGER store_added AFTER INSERT ON store BEGIN
  INSERT INTO row_count VALUES ('general.stores', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER store_removed AFTER DELETE ON store BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'general.stores' AND merchant = old.merchant;
END;
-- Devices and routings show the name of their store.
CREATE TRIGGER store_renamed AFTER UPDATE OF document ON store
WHEN json_extract(old.document, '$.name') IS NOT json_extract(new.document, '$.name') BEGIN
  UPDATE smart_device SET document = json_set(document, '$.store.name', json_extract(new.document, '$.name'))
    WHERE merchant = new.merchant AND json_extract(document, '$.store.id') = new.id;
  UPDATE smart_routing SET document = json_set(document, '$.store.name', json_extract(new.document, '$.name'))
    WHERE merchant = new.merchant AND json_extract(document, '$.store.id') = new.id;
END;
