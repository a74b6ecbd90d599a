-- What was learned about a terminal: that it says ready while it is at work.
CREATE INDEX terminal_journal_evidence ON terminal_journal (device) WHERE kind = 'evidence';
