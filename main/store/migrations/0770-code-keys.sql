-- Codes are compared by their key (domain/productCode.ts), so that every spelling finds the article: UPC-A and GTIN-14 of an EAN,
-- small letters of a code of the shop's own. The table ean columns and article_code hold keys from now on; documents stay as written.
ALTER TABLE article_master ADD COLUMN number_key TEXT NOT NULL DEFAULT '';
UPDATE article_master SET number_key = code_key(article_number);
CREATE INDEX article_master_number_key ON article_master (merchant, number_key);

-- A code of two articles: it finds the older one, and the other one is sold by its number until somebody changes a code.
CREATE TABLE article_code_clash (
  merchant TEXT NOT NULL,
  code TEXT NOT NULL,               -- a key
  article TEXT NOT NULL REFERENCES article_master (id),
  PRIMARY KEY (merchant, code, article)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_code_clash_article ON article_code_clash (article);

CREATE TEMP TABLE code_by_key AS
  SELECT c.merchant, code_key(c.code) AS code, c.article,
    row_number() OVER (PARTITION BY c.merchant, code_key(c.code) ORDER BY m.number) AS place
  FROM article_code c JOIN article_master m ON m.id = c.article;
DELETE FROM article_code;
INSERT INTO article_code SELECT merchant, code, article FROM code_by_key WHERE place = 1;
INSERT OR IGNORE INTO article_code_clash SELECT k.merchant, k.code, k.article
  FROM code_by_key k JOIN article_code c ON c.merchant = k.merchant AND c.code = k.code AND c.article <> k.article;
DROP TABLE code_by_key;
-- The number of one article is a code, or the number in another spelling, of another one.
INSERT OR IGNORE INTO article_code_clash SELECT m.merchant, m.number_key, m.id
  FROM article_master m JOIN article_code c ON c.merchant = m.merchant AND c.code = m.number_key AND c.article <> m.id;
INSERT OR IGNORE INTO article_code_clash SELECT m.merchant, m.number_key, m.id
  FROM article_master m JOIN article_master o ON o.merchant = m.merchant AND o.number_key = m.number_key AND o.number < m.number;

UPDATE article SET ean = '' WHERE EXISTS (SELECT 1 FROM article_master m JOIN article_code_clash x ON x.article = m.id
  WHERE m.merchant = article.merchant AND m.article_number = article.article_number AND x.code = code_key(article.ean));
UPDATE OR IGNORE article SET ean = code_key(ean) WHERE ean <> code_key(ean);
UPDATE article_version SET ean = code_key(ean) WHERE ean <> code_key(ean);
