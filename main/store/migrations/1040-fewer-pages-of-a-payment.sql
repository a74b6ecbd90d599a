-- Commands without an end are listed by the index that holds one of them for each terminal.
DROP INDEX intent_open;
DROP INDEX intent_unsettled;
CREATE UNIQUE INDEX intent_unsettled ON intent (party, iif(party = 'acquirer', number, 0)) WHERE state IN ('open', 'unknown');
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('intent', 'intent_unsettled', '10 1 1');
ANALYZE sqlite_schema;

-- Rows are counted for each terminal whenever the journal is 64 longer; who asks counts those behind the last 64. Numbers have no gap, because
-- nothing is removed.
DROP TRIGGER terminal_journal_added;
UPDATE row_count SET rows = rows - (SELECT count(*) FROM terminal_journal j
    WHERE j.number > (SELECT max(number) FROM terminal_journal) / 64 * 64
      AND j.merchant = row_count.merchant AND 'terminal.journal ' || j.device = row_count.kind)
  WHERE kind LIKE 'terminal.journal %';
CREATE TRIGGER terminal_journal_counted AFTER INSERT ON terminal_journal WHEN new.number % 64 = 0 BEGIN
  INSERT INTO row_count SELECT 'terminal.journal ' || device, merchant, count(*) FROM terminal_journal
    WHERE number > new.number - 64 AND number <= new.number GROUP BY device, merchant
    ON CONFLICT DO UPDATE SET rows = rows + excluded.rows;
END;
