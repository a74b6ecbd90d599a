-- What flows down from the upstream service. Ids on both sides stand in upstream_object (step 'down'); its facts hold the kind
-- and the hash of what the service said last, so that a local change is told from a change there.
CREATE INDEX upstream_object_down ON upstream_object (facts ->> 'kind', object) WHERE step = 'down';
-- What is being delivered now: its effect on a balance may or may not be part of what the service answers.
CREATE INDEX upstream_object_at ON upstream_object (at) WHERE step <> 'down';

-- How far each kind has been read. `cursor` follows the clock of the service, and moves only with a stored page.
CREATE TABLE down_kind (
  kind TEXT PRIMARY KEY,
  cursor TEXT NOT NULL,             -- JSON: {updated, id}, {seq} of the changes, or {etag}
  page_at INTEGER,                  -- ms since 1970, of this bridge: when the last page was stored or the service had nothing new
  compared_at INTEGER,              -- when all ids were compared last
  problem TEXT                      -- JSON {code, texts}: why the last reading ended early
) STRICT, WITHOUT ROWID;

-- The ids that the comparison under way has seen.
CREATE TABLE down_listed (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,                 -- of the service
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

-- Objects that are read once more by the next round, because a delivery touched them while they were read.
CREATE TABLE down_again (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,                 -- of the service
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

-- The catalogue of the service, a version at a time: the next one is stored beside the one that is sold from, and takes its
-- place by one row. Without a row, or without a version, the articles of this shop count.
CREATE TABLE catalogue (
  merchant TEXT PRIMARY KEY REFERENCES merchant,
  revision INTEGER NOT NULL,        -- grows with every change of what is sold
  version INTEGER                   -- of article_version; null: the table article
) STRICT, WITHOUT ROWID;

CREATE TABLE article_version (
  merchant TEXT NOT NULL,
  version INTEGER NOT NULL,
  article_number TEXT NOT NULL,
  position INTEGER NOT NULL,
  ean TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (merchant, version, article_number)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_version_ean ON article_version (merchant, version, ean) WHERE ean <> '';
CREATE INDEX article_version_position ON article_version (merchant, version, position);

-- What is sold.
CREATE VIEW sold_article AS
  SELECT a.merchant, a.position, a.article_number, a.ean, a.document FROM article a
    WHERE (SELECT c.version FROM catalogue c WHERE c.merchant = a.merchant) IS NULL
  UNION ALL
  SELECT v.merchant, v.position, v.article_number, v.ean, v.document FROM catalogue c CROSS JOIN article_version v
    ON v.merchant = c.merchant AND v.version = c.version;

-- An article that this shop changed while the catalogue of the service counts: the change is sold from at once.
CREATE TABLE article_change (
  merchant TEXT NOT NULL,
  article_number TEXT NOT NULL,
  base TEXT,                        -- the document of the service before it; null: the service had no such article
  PRIMARY KEY (merchant, article_number)
) STRICT, WITHOUT ROWID;

INSERT INTO catalogue (merchant, revision) SELECT merchant, unixepoch() * 1000 FROM article GROUP BY merchant;

CREATE TRIGGER article_added AFTER INSERT ON article BEGIN
  INSERT INTO catalogue (merchant, revision) VALUES (new.merchant, unixepoch() * 1000)
    ON CONFLICT DO UPDATE SET revision = max(revision + 1, excluded.revision);
END;
CREATE TRIGGER article_changed AFTER UPDATE ON article BEGIN
  UPDATE catalogue SET revision = max(revision + 1, unixepoch() * 1000) WHERE merchant = new.merchant;
END;
CREATE TRIGGER article_removed AFTER DELETE ON article BEGIN
  UPDATE catalogue SET revision = max(revision + 1, unixepoch() * 1000) WHERE merchant = old.merchant;
END;
CREATE TRIGGER article_changed_here AFTER UPDATE OF document ON article
  WHEN new.document <> old.document AND (SELECT version FROM catalogue WHERE merchant = new.merchant) IS NOT NULL BEGIN
  INSERT INTO article_change SELECT new.merchant, new.article_number, (SELECT v.document FROM article_version v
      JOIN catalogue c USING (merchant, version) WHERE v.merchant = new.merchant AND v.article_number = new.article_number)
    WHERE true ON CONFLICT DO NOTHING;
  INSERT INTO article_version SELECT new.merchant, version, new.article_number, new.position, new.ean, new.document
    FROM catalogue WHERE merchant = new.merchant
    ON CONFLICT DO UPDATE SET position = excluded.position, ean = excluded.ean, document = excluded.document;
END;
