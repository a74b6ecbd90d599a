-- Articles are searched for by their codes as people type them: with 11 to 14 digits, without zeros in front, and codes of packs.
INSERT OR IGNORE INTO article_word (word, article)
  SELECT substr('00000000000000' || c.code, -length.n), m.number
  FROM article_code c JOIN article_master m ON m.id = c.article
    JOIN (SELECT 11 AS n UNION SELECT 12 UNION SELECT 13 UNION SELECT 14) length
  WHERE length(c.code) IN (13, 14) AND c.code NOT GLOB '*[^0-9]*' AND length.n >= length(ltrim(c.code, '0'));
INSERT OR IGNORE INTO article_word (word, article)
  SELECT substr(c.code, 1, 40), m.number FROM article_code c JOIN article_master m ON m.id = c.article;
