-- The tiles of the till as a manager arranged them. A shop without a row shows its quick keys.
CREATE TABLE tile_arrangement (
  merchant TEXT PRIMARY KEY REFERENCES merchant,
  document TEXT NOT NULL            -- tiles in their order, as the API answers them
) STRICT, WITHOUT ROWID;

-- Screens load tiles and articles together, by the revision of the catalogue.
CREATE TRIGGER tiles_arranged AFTER INSERT ON tile_arrangement BEGIN
  UPDATE catalogue SET revision = max(revision + 1, unixepoch() * 1000) WHERE merchant = new.merchant;
END;
CREATE TRIGGER tiles_rearranged AFTER UPDATE ON tile_arrangement BEGIN
  UPDATE catalogue SET revision = max(revision + 1, unixepoch() * 1000) WHERE merchant = new.merchant;
END;
