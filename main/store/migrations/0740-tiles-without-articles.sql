-- A shop without articles of its own has no row in `catalogue`: its tiles make one, so that screens hear of them.
DROP TRIGGER tiles_arranged;
DROP TRIGGER tiles_rearranged;
CREATE TRIGGER tiles_arranged AFTER INSERT ON tile_arrangement BEGIN
  INSERT INTO catalogue (merchant, revision) VALUES (new.merchant, unixepoch() * 1000)
    ON CONFLICT (merchant) DO UPDATE SET revision = max(revision + 1, excluded.revision);
END;
CREATE TRIGGER tiles_rearranged AFTER UPDATE ON tile_arrangement BEGIN
  INSERT INTO catalogue (merchant, revision) VALUES (new.merchant, unixepoch() * 1000)
    ON CONFLICT (merchant) DO UPDATE SET revision = max(revision + 1, excluded.revision);
END;
-- Tiles that were arranged before.
INSERT OR IGNORE INTO catalogue (merchant, revision) SELECT merchant, unixepoch() * 1000 FROM tile_arrangement;
