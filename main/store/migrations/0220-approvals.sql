-- What a manager approved by PIN and nobody has used yet. A row lives for two minutes and is good once.
CREATE TABLE approval_grant (
  hash TEXT PRIMARY KEY,            -- of the secret that is handed in
  merchant TEXT NOT NULL REFERENCES merchant,
  operation TEXT NOT NULL,
  object TEXT NOT NULL,
  amount INTEGER,                   -- at most; NULL: however much it is
  till TEXT,
  requester TEXT NOT NULL,          -- USR_ of who asked
  session TEXT NOT NULL,            -- the sign-in it was asked from
  approver TEXT NOT NULL,           -- USR_ of who approved
  reason TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX approval_grant_age ON approval_grant (expires_at);

-- What was given away with an approval, or by a manager herself, with the reason. Written in the commit of the operation,
-- never changed and never removed.
CREATE TABLE approval (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  merchant TEXT NOT NULL REFERENCES merchant,
  document TEXT NOT NULL,
  query_operation TEXT NOT NULL,
  query_object TEXT NOT NULL,
  query_requester TEXT NOT NULL,
  query_approver TEXT NOT NULL,
  query_created INTEGER NOT NULL,
  query_support TEXT
) STRICT;
CREATE INDEX approval_newest ON approval (merchant);
CREATE INDEX approval_operation ON approval (merchant, query_operation);
CREATE INDEX approval_object ON approval (query_object);
CREATE INDEX approval_requester ON approval (merchant, query_requester);
CREATE INDEX approval_approver ON approval (merchant, query_approver);
CREATE INDEX approval_created ON approval (merchant, query_created);
CREATE TRIGGER approval_added AFTER INSERT ON approval BEGIN
  INSERT INTO row_count VALUES ('auth.approvals', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER approval_unchanged BEFORE UPDATE ON approval BEGIN
  SELECT raise(ABORT, 'an approval is never changed');
END;
CREATE TRIGGER approval_kept BEFORE DELETE ON approval BEGIN
  SELECT raise(ABORT, 'an approval is never removed');
END;
