-- A second factor of our own: one-time codes of an app (TOTP, RFC 6238), and codes for the day on which the phone is gone.

-- Roles of which the chain wants a second factor beside the password.
ALTER TABLE merchant ADD COLUMN second_factor text[] NOT NULL DEFAULT '{}';
-- Its person has to set a second factor up, and may do nothing else until then.
ALTER TABLE session ADD COLUMN limited boolean NOT NULL DEFAULT false;

CREATE TABLE second_factor (
  person text PRIMARY KEY REFERENCES person,
  secret text NOT NULL,             -- sealed, where the back office has a key
  since timestamptz NOT NULL,
  last_step bigint NOT NULL         -- of the newest code that was taken: neither it nor an older one is taken again
);

-- A second factor that somebody sets up: it counts once a code has confirmed it, in the session that began it.
CREATE TABLE second_factor_set_up (
  person text PRIMARY KEY REFERENCES person,
  session text NOT NULL,            -- hash of its token
  secret text NOT NULL,
  expires timestamptz NOT NULL,
  misses integer NOT NULL DEFAULT 0
);

-- Each is good once, and is gone then.
CREATE TABLE recovery_code (
  hash text PRIMARY KEY,            -- SHA-256 of 120 random bits
  person text NOT NULL REFERENCES person
);
CREATE INDEX recovery_code_person ON recovery_code (person);
