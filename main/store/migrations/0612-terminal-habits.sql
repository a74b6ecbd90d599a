-- What was learned about a terminal: that it says ready while it is at work.
CREATE INDEX terminal_journal_evidence ON terminal_journal (device) WHERE kind = 'evidence';

-- 1: the terminal has carried out what was called not carried out, and the sale has no use for the money any more.
ALTER TABLE intent ADD COLUMN surplus INTEGER NOT NULL DEFAULT 0;
