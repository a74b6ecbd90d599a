-- Sales in which nothing was bought, which only load a card or bring goods back, are no sales in an average. What is stored is counted anew.
ALTER TABLE figure_sale ADD COLUMN other_sales INTEGER NOT NULL DEFAULT 0;
ALTER TABLE figure_sale ADD COLUMN other_turnover INTEGER NOT NULL DEFAULT 0;
UPDATE figure_span SET changes = changes + 1;
