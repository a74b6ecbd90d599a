-- What a merchant may trade in, by the number that requestId takes (not the ISO code of card schemes); the same for all.
CREATE TABLE merchant_category (
  number INTEGER PRIMARY KEY,
  description TEXT NOT NULL
) STRICT;
INSERT INTO merchant_category VALUES
  (1, 'Lebensmittel und Getränke'),
  (2, 'Café, Restaurant und Imbiss'),
  (3, 'Bäckerei und Konditorei'),
  (4, 'Bekleidung und Schuhe'),
  (5, 'Bücher, Zeitschriften und Schreibwaren'),
  (6, 'Elektronik und Computer'),
  (7, 'Möbel und Haushalt'),
  (8, 'Bau und Garten'),
  (9, 'Drogerie und Kosmetik'),
  (10, 'Apotheke und Gesundheit'),
  (11, 'Friseur und Körperpflege'),
  (12, 'Sport und Freizeit'),
  (13, 'Spielwaren'),
  (14, 'Schmuck und Uhren'),
  (15, 'Kraftfahrzeuge und Zubehör'),
  (16, 'Tankstelle'),
  (17, 'Hotel und Unterkunft'),
  (18, 'Reisen'),
  (19, 'Veranstaltungen und Eintrittskarten'),
  (20, 'Verein und Spenden'),
  (21, 'Crowdfunding und Crowdinvesting'),
  (22, 'Software und digitale Inhalte'),
  (23, 'Handwerk und Dienstleistungen'),
  (24, 'Bildung'),
  (25, 'Sonstiges');
-- As every merchant lists them; a list begins with the highest place.
CREATE VIEW merchant_category_list AS
  SELECT c.number AS id, -c.number AS place, m.id AS merchant,
    json_object('object', 'general.merchantcategories', 'id', c.number, 'desc', c.description) AS document
  FROM merchant m JOIN merchant_category c;
