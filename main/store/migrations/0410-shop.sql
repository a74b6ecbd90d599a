-- The facts of a shop beyond name, address and currency (wire/shop.ts); the merchant row keeps what sales read.
CREATE TABLE shop_facts (
  merchant TEXT PRIMARY KEY REFERENCES merchant,
  document TEXT NOT NULL CHECK (json_valid(document))
) STRICT, WITHOUT ROWID;

-- A rate holds from the beginning of a day by the clock of the shop until the next one of its key. Sales keep their own.
CREATE TABLE tax_rate (
  merchant TEXT NOT NULL REFERENCES merchant,
  key TEXT NOT NULL,
  valid_from TEXT NOT NULL,         -- YYYY-MM-DD
  rate INTEGER NOT NULL CHECK (rate BETWEEN 0 AND 99), -- per cent
  name_de TEXT NOT NULL,
  name_en TEXT NOT NULL,
  PRIMARY KEY (merchant, key, valid_from)
) STRICT, WITHOUT ROWID;

CREATE TABLE article_group (
  merchant TEXT NOT NULL REFERENCES merchant,
  id TEXT NOT NULL,
  parent TEXT,                      -- id of the group it is in; null: a main group
  position INTEGER NOT NULL,
  name_de TEXT NOT NULL,
  name_en TEXT NOT NULL,
  PRIMARY KEY (merchant, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_group_position ON article_group (merchant, position);

-- Groups stood in the articles alone.
INSERT OR IGNORE INTO article_group
  SELECT a.merchant, g.value ->> 'id', (SELECT m.value ->> 'id' FROM json_each(a.document, '$.group') m
      WHERE m.value ->> 'level' = (g.value ->> 'level') - 1),
    a.position, g.value ->> 'desc', coalesce(g.value ->> 'descEn', g.value ->> 'desc')
  FROM article a, json_each(a.document, '$.group') g WHERE g.value ->> 'id' IS NOT NULL AND g.value ->> 'desc' IS NOT NULL
  ORDER BY a.position;

-- A set-up that has been begun in the browser; the document is sealed, because it holds PINs and secrets.
CREATE TABLE setup_draft (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL,
  document TEXT NOT NULL,
  changed_at INTEGER NOT NULL       -- milliseconds since 1970
) STRICT;

-- Where records go when the configuration names no other place; the document is sealed, because it holds credentials.
CREATE TABLE target_setting (
  target TEXT PRIMARY KEY CHECK (target IN ('upstream', 'backoffice')),
  document TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Master data is changed by managers at the screen, and by clients that were given this right.
UPDATE client SET scope = scope || ' manage' WHERE id = 'tillbridge-screen' AND ' ' || scope || ' ' NOT LIKE '% manage %';
