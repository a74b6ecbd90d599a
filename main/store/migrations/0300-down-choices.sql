-- A person has said that so many objects really are gone at the service: the next comparison removes them. Null: nobody has.
ALTER TABLE down_kind ADD COLUMN accepted INTEGER;

-- What the service says about the shop itself: the merchant and its contracts. Facts that are shown and compared; the shop's own
-- settings stay in their tables.
CREATE TABLE down_fact (
  part TEXT NOT NULL,               -- merchant, contracts
  id TEXT NOT NULL,                 -- of the service
  document TEXT NOT NULL,           -- JSON: the members that are shown
  PRIMARY KEY (part, id)
) STRICT, WITHOUT ROWID;
