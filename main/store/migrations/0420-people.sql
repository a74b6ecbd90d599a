-- People with their language, their lock and their leaving, and the role that only reads. Tokens refer to people: they wait aside
-- while the table is written anew.
CREATE TEMP TABLE kept_token AS SELECT * FROM token;
DELETE FROM token;
CREATE TABLE new_staff (
  id TEXT PRIMARY KEY,
  merchant TEXT NOT NULL REFERENCES merchant,
  username TEXT NOT NULL COLLATE NOCASE,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('cashier', 'manager', 'readOnly', 'integrator', 'backoffice')),
  pin_hash TEXT NOT NULL,           -- empty: nobody can sign in with it
  language TEXT CHECK (language IN ('de', 'en')),
  pin_change INTEGER NOT NULL DEFAULT 0 CHECK (pin_change IN (0, 1)), -- 1: the next sign-in asks for another PIN
  created TEXT,                     -- ISO 8601; null: before this was kept
  locked_at TEXT,                   -- ISO 8601
  lock_reason TEXT,
  left_at TEXT,                     -- ISO 8601; the row stays, because sales and the audit log name it
  query_name TEXT,                  -- folded
  query_username TEXT,
  query_role TEXT GENERATED ALWAYS AS (lower(role)) VIRTUAL,
  state TEXT GENERATED ALWAYS AS
    (CASE WHEN left_at IS NOT NULL THEN 'left' WHEN locked_at IS NOT NULL THEN 'locked' ELSE 'active' END) VIRTUAL,
  document TEXT GENERATED ALWAYS AS (json_object('object', 'people', 'id', id, 'created', created, 'name', name,
    'username', username, 'role', role, 'language', language, 'state', state,
    'pin', CASE WHEN pin_hash = '' THEN 'missing' WHEN pin_change = 1 THEN 'changeNeeded' ELSE 'set' END,
    'lockedAt', locked_at, 'lockReason', lock_reason, 'leftAt', left_at)) VIRTUAL
) STRICT;
INSERT INTO new_staff (rowid, id, merchant, username, name, role, pin_hash, query_name, query_username)
  SELECT rowid, id, merchant, username, name, role, pin_hash, lower(name), lower(username) FROM staff;
DROP TABLE staff;
ALTER TABLE new_staff RENAME TO staff;
INSERT INTO token SELECT * FROM kept_token;
DROP TABLE kept_token;

-- The user name of somebody who left may be given again.
CREATE UNIQUE INDEX staff_present ON staff (username) WHERE left_at IS NULL;
CREATE INDEX staff_newest ON staff (merchant);
CREATE INDEX staff_name ON staff (merchant, query_name);
CREATE INDEX staff_username ON staff (merchant, query_username);
CREATE INDEX staff_folded ON staff (query_username);
CREATE INDEX staff_role ON staff (merchant, query_role);
CREATE INDEX staff_state ON staff (merchant, state);
INSERT INTO row_count SELECT 'people', merchant, count(*) FROM staff GROUP BY merchant;
CREATE TRIGGER staff_added AFTER INSERT ON staff BEGIN
  INSERT INTO row_count VALUES ('people', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
-- Rows of the demo come without what the program folds.
CREATE TRIGGER staff_folded AFTER INSERT ON staff WHEN new.query_name IS NULL BEGIN
  UPDATE staff SET query_name = lower(new.name), query_username = lower(new.username) WHERE id = new.id;
END;
CREATE TRIGGER staff_removed AFTER DELETE ON staff BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'people' AND merchant = old.merchant;
END;
CREATE INDEX token_staff ON token (staff);
CREATE INDEX token_client ON token (client);

-- Foreign cash registers: the till they stand for, the secret before the last one while both are good, and their end.
ALTER TABLE client ADD COLUMN name TEXT;
ALTER TABLE client ADD COLUMN till TEXT;           -- SDV_…; null: the first till of the merchant
ALTER TABLE client ADD COLUMN created TEXT;        -- ISO 8601; null: before this was kept
ALTER TABLE client ADD COLUMN rotated_at TEXT;     -- ISO 8601: the secret is from then
ALTER TABLE client ADD COLUMN old_hash TEXT;       -- the secret before, good until old_until
ALTER TABLE client ADD COLUMN old_until TEXT;      -- ISO 8601
ALTER TABLE client ADD COLUMN revoked_at TEXT;     -- ISO 8601
ALTER TABLE client ADD COLUMN revoke_reason TEXT;
ALTER TABLE client ADD COLUMN last_used TEXT;      -- YYYY-MM-DD (UTC) of the newest token
ALTER TABLE client ADD COLUMN query_id TEXT GENERATED ALWAYS AS (lower(id)) VIRTUAL;
ALTER TABLE client ADD COLUMN query_name TEXT;     -- folded
ALTER TABLE client ADD COLUMN state TEXT GENERATED ALWAYS AS (iif(revoked_at IS NULL, 'active', 'revoked')) VIRTUAL;
ALTER TABLE client ADD COLUMN document TEXT GENERATED ALWAYS AS (json_object('object', 'clients', 'id', id, 'created', created,
  'name', coalesce(name, id), 'scopes', json('["' || replace(scope, ' ', '","') || '"]'), 'till', till,
  'state', iif(revoked_at IS NULL, 'active', 'revoked'), 'secretSince', rotated_at, 'oldSecretUntil', old_until,
  'lastUsed', last_used, 'revokedAt', revoked_at, 'revokeReason', revoke_reason)) VIRTUAL;
-- The client of our own screen is nobody's to change.
CREATE VIEW api_client AS SELECT rowid AS number, id, merchant, document, query_id, query_name, state FROM client
  WHERE id <> 'tillbridge-screen';
UPDATE client SET query_name = lower(id);
CREATE INDEX client_newest ON client (merchant);
CREATE INDEX client_id ON client (merchant, query_id);
CREATE INDEX client_name ON client (merchant, query_name);
CREATE INDEX client_state ON client (merchant, state);
INSERT INTO row_count SELECT 'clients', merchant, count(*) FROM client WHERE id <> 'tillbridge-screen' GROUP BY merchant;
CREATE TRIGGER client_added AFTER INSERT ON client WHEN new.id <> 'tillbridge-screen' BEGIN
  INSERT INTO row_count VALUES ('clients', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER client_folded AFTER INSERT ON client WHEN new.query_name IS NULL BEGIN
  UPDATE client SET query_name = lower(coalesce(new.name, new.id)) WHERE id = new.id;
END;
CREATE TRIGGER client_removed AFTER DELETE ON client WHEN old.id <> 'tillbridge-screen' BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'clients' AND merchant = old.merchant;
END;
