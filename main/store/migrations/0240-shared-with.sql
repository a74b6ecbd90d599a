-- Who else takes money at a terminal: 'no', 'tillbridge' or 'others'. Until now nobody was asked, and 0 stood where nobody
-- had said anything: it becomes null, which is "not answered".
ALTER TABLE paired_terminal ADD COLUMN shared_with TEXT CHECK (shared_with IN ('no', 'tillbridge', 'others'));
UPDATE paired_terminal SET shared_with = 'others' WHERE shared = 1;
ALTER TABLE paired_terminal DROP COLUMN shared;
