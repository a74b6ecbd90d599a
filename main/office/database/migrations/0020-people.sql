-- What signing in and the mail of the morning need.
ALTER TABLE person ADD COLUMN language text NOT NULL DEFAULT 'de' CHECK (language IN ('de', 'en'));
ALTER TABLE person ADD COLUMN morning_mail boolean NOT NULL DEFAULT false;
ALTER TABLE session ADD COLUMN begun timestamptz NOT NULL DEFAULT now();
CREATE INDEX session_person ON session (person);

-- Wrong passwords, counted for a person at a place, for a person elsewhere, and for a place. Names are hashes, because
-- people type passwords into the wrong field.
CREATE TABLE sign_in_failure (
  name text PRIMARY KEY,
  count integer NOT NULL,
  blocked_until bigint NOT NULL,    -- ms since 1970
  at bigint NOT NULL
);
-- Places at which a person has signed in before: guesses made elsewhere do not slow them.
CREATE TABLE sign_in_place (
  name text PRIMARY KEY,
  seen bigint NOT NULL
);

-- A sign-in through OpenID Connect that has been begun and not ended.
CREATE TABLE open_id_flow (
  state text PRIMARY KEY,           -- SHA-256
  verifier text NOT NULL,
  nonce text NOT NULL,
  expires timestamptz NOT NULL
);

-- One row for each mail of a morning: claimed before it is sent, so that it goes out once.
CREATE TABLE morning_mail (
  person text NOT NULL REFERENCES person,
  day date NOT NULL,                -- whose figures it holds
  claimed timestamptz NOT NULL,
  sent timestamptz,
  failures integer NOT NULL DEFAULT 0,
  problem text,
  PRIMARY KEY (person, day)
);
