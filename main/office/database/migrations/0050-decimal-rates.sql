-- A tax rate may have two decimals (8.1); written as text, a whole rate is still a whole number.
ALTER TABLE sale_line ALTER COLUMN tax TYPE double precision;
ALTER TABLE sale_tax ALTER COLUMN tax TYPE double precision;
ALTER TABLE figure_item ALTER COLUMN tax TYPE double precision;
ALTER TABLE figure_tax ALTER COLUMN tax TYPE double precision;
