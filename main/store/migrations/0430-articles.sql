-- Articles as master data: names, codes, prices with their days. The table article (0020) holds what the till sells of them today.
CREATE TABLE article_master (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  position INTEGER NOT NULL,        -- place in the catalogue
  document TEXT NOT NULL,           -- as the API answers it
  query_number TEXT NOT NULL,
  query_name TEXT NOT NULL,
  query_name_en TEXT NOT NULL,
  query_group TEXT,
  query_state TEXT NOT NULL,        -- sold or ended
  query_deposit TEXT,               -- number of the deposit article
  query_quick_key INTEGER NOT NULL,
  article_number TEXT NOT NULL,     -- as it is written
  next_price TEXT                   -- YYYY-MM-DD: the first day of the next price; null: none is planned
) STRICT;
CREATE INDEX article_master_newest ON article_master (merchant);
CREATE INDEX article_master_number ON article_master (merchant, query_number);
CREATE UNIQUE INDEX article_master_written ON article_master (merchant, article_number);
CREATE INDEX article_master_name ON article_master (merchant, query_name);
CREATE INDEX article_master_name_en ON article_master (merchant, query_name_en);
CREATE INDEX article_master_state ON article_master (merchant, query_state, query_name);
CREATE INDEX article_master_group ON article_master (merchant, query_group, query_name);
CREATE INDEX article_master_deposit ON article_master (merchant, query_deposit) WHERE query_deposit IS NOT NULL;
CREATE INDEX article_master_quick_key ON article_master (merchant) WHERE query_quick_key = 1;
CREATE INDEX article_master_next_price ON article_master (merchant, next_price) WHERE next_price IS NOT NULL;
CREATE INDEX article_master_position ON article_master (merchant, position);

CREATE TRIGGER article_master_added AFTER INSERT ON article_master BEGIN
  INSERT INTO row_count VALUES ('shop.articles', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
  INSERT INTO value_count VALUES ('shop.articles', new.merchant, 'state', new.query_state, 1)
    ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER article_master_moved AFTER UPDATE OF query_state ON article_master
  WHEN old.query_state IS NOT new.query_state BEGIN
  UPDATE value_count SET rows = rows - 1
    WHERE kind = 'shop.articles' AND merchant = old.merchant AND property = 'state' AND value = old.query_state;
  INSERT INTO value_count VALUES ('shop.articles', new.merchant, 'state', new.query_state, 1)
    ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER article_master_removed AFTER DELETE ON article_master BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'shop.articles' AND merchant = old.merchant;
  UPDATE value_count SET rows = rows - 1
    WHERE kind = 'shop.articles' AND merchant = old.merchant AND property = 'state' AND value = old.query_state;
END;

-- One article for each code of a shop.
CREATE TABLE article_code (
  merchant TEXT NOT NULL,
  code TEXT NOT NULL,
  article TEXT NOT NULL REFERENCES article_master (id),
  PRIMARY KEY (merchant, code)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_code_article ON article_code (article);

-- Every word of the names, the number and the codes, in small letters, with and without accents: a search as it is typed is a
-- range of this index.
CREATE TABLE article_word (
  word TEXT NOT NULL,
  article INTEGER NOT NULL,         -- number of the row in article_master
  PRIMARY KEY (word, article)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_word_article ON article_word (article);

CREATE TABLE article_picture (
  article TEXT PRIMARY KEY REFERENCES article_master (id),
  hash TEXT NOT NULL,
  type TEXT NOT NULL,               -- image/png, image/jpeg or image/webp
  content BLOB NOT NULL
) STRICT;

-- Numbers of articles that stood in a sale: they can end, and never vanish.
CREATE TABLE article_sold (
  merchant TEXT NOT NULL,
  article_number TEXT NOT NULL,
  PRIMARY KEY (merchant, article_number)
) STRICT, WITHOUT ROWID;
-- Nobody has kept until now what was sold: with a first sale, all of them count as sold.
INSERT INTO article_sold SELECT merchant, article_number FROM article a
  WHERE EXISTS (SELECT 1 FROM smart_transaction s WHERE s.merchant = a.merchant);

-- How codes with a weight or a price inside are read.
CREATE TABLE ean_prefix (
  merchant TEXT NOT NULL REFERENCES merchant,
  prefix TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (merchant, prefix)
) STRICT, WITHOUT ROWID;

-- The day, tax rates and groups that stand in what is sold now; another state means that the articles are written anew.
CREATE TABLE article_state (
  merchant TEXT PRIMARY KEY REFERENCES merchant,
  day TEXT NOT NULL,
  rates TEXT NOT NULL,
  groups TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- An import is stored first and applied then, so that a power cut leaves no half of it.
CREATE TABLE article_import (
  id TEXT PRIMARY KEY,
  merchant TEXT NOT NULL REFERENCES merchant,
  state TEXT NOT NULL CHECK (state IN ('staging', 'applying', 'done')),
  actor TEXT NOT NULL,              -- JSON
  report TEXT NOT NULL,             -- JSON
  begun INTEGER NOT NULL            -- milliseconds since 1970
) STRICT, WITHOUT ROWID;
CREATE INDEX article_import_open ON article_import (merchant, begun);
CREATE TABLE article_import_line (
  import TEXT NOT NULL REFERENCES article_import (id),
  line INTEGER NOT NULL,
  document TEXT NOT NULL,           -- JSON: the article as the file wants it
  PRIMARY KEY (import, line)
) STRICT, WITHOUT ROWID;

-- What is new in this shop is sold from at once, also where the catalogue of the service counts.
CREATE TRIGGER article_added_here AFTER INSERT ON article
  WHEN (SELECT version FROM catalogue WHERE merchant = new.merchant) IS NOT NULL BEGIN
  INSERT INTO article_change SELECT new.merchant, new.article_number, (SELECT v.document FROM article_version v
      JOIN catalogue c USING (merchant, version) WHERE v.merchant = new.merchant AND v.article_number = new.article_number)
    WHERE true ON CONFLICT DO NOTHING;
  INSERT INTO article_version SELECT new.merchant, version, new.article_number, new.position, new.ean, new.document
    FROM catalogue WHERE merchant = new.merchant
    ON CONFLICT DO UPDATE SET position = excluded.position, ean = excluded.ean, document = excluded.document;
END;
