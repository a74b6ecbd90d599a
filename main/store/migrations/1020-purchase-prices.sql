-- Purchase price of an article in minor units without tax; NULL: not known. It stands beside the document, which everybody in the shop
-- reads, lists and searches.
ALTER TABLE article_master ADD COLUMN cost INTEGER;

-- Net turnover of goods, the part of it whose purchase price was known, and what that part cost. What is stored is counted anew.
ALTER TABLE figure_sale ADD COLUMN goods_net INTEGER NOT NULL DEFAULT 0;
ALTER TABLE figure_sale ADD COLUMN costed_net INTEGER NOT NULL DEFAULT 0;
ALTER TABLE figure_sale ADD COLUMN goods_cost INTEGER NOT NULL DEFAULT 0;
ALTER TABLE figure_item ADD COLUMN goods_net INTEGER NOT NULL DEFAULT 0;
ALTER TABLE figure_item ADD COLUMN costed_net INTEGER NOT NULL DEFAULT 0;
ALTER TABLE figure_item ADD COLUMN goods_cost INTEGER NOT NULL DEFAULT 0;
UPDATE figure_span SET changes = changes + 1;
