-- Devices that wait for a person to let them in; of both codes only hashes.
CREATE TABLE device_code (
  hash TEXT PRIMARY KEY,
  user_hash TEXT NOT NULL UNIQUE,
  client TEXT NOT NULL REFERENCES client,
  merchant TEXT NOT NULL REFERENCES merchant,
  device TEXT NOT NULL REFERENCES smart_device (id),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'approved', 'refused')),
  decided_by TEXT,                  -- USR_ of the person, or the client
  created INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX device_code_device ON device_code (device);
CREATE INDEX device_code_expiry ON device_code (expires_at);

CREATE INDEX token_device ON token (device) WHERE device IS NOT NULL;

-- Misses are forgotten some time after the last one; of the name that was tried only a hash is kept.
DROP TABLE login_failure;
CREATE TABLE login_failure (
  name TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  blocked_until INTEGER NOT NULL,
  last_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX login_failure_last ON login_failure (last_at);
