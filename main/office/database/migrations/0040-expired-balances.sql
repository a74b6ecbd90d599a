-- What expired on loyalty cards is redeemed by nobody: reports name it.
ALTER TABLE loyalty ADD COLUMN expired bigint NOT NULL DEFAULT 0;
ALTER TABLE figure_loyalty ADD COLUMN expired bigint NOT NULL DEFAULT 0;
