-- Who changed master data: one row for each change, written in the commit of the change, never changed and never removed.
CREATE TABLE audit_entry (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  document TEXT NOT NULL,           -- canonical JSON: the text that the hash covers
  hash TEXT NOT NULL,               -- SHA-256 over the hash of the merchant's row before and the document
  query_subject TEXT NOT NULL,
  query_kind TEXT NOT NULL,
  query_action TEXT NOT NULL,
  query_person TEXT,
  query_created INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_newest ON audit_entry (merchant);
CREATE INDEX audit_subject ON audit_entry (merchant, query_subject);
CREATE INDEX audit_kind ON audit_entry (merchant, query_kind);
CREATE INDEX audit_action ON audit_entry (merchant, query_action);
CREATE INDEX audit_person ON audit_entry (merchant, query_person);
CREATE INDEX audit_created ON audit_entry (merchant, query_created);
CREATE TRIGGER audit_added AFTER INSERT ON audit_entry BEGIN
  INSERT INTO row_count VALUES ('audit.entries', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit_entry BEGIN
  SELECT raise(ABORT, 'an entry of the audit log is never changed');
END;
CREATE TRIGGER audit_kept BEFORE DELETE ON audit_entry BEGIN
  SELECT raise(ABORT, 'an entry of the audit log is never removed');
END;

-- The end of each merchant's chain: rows that are taken away at the end show, too.
CREATE TABLE audit_head (
  merchant TEXT PRIMARY KEY REFERENCES merchant,
  entries INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
