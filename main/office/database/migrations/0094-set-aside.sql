-- Records that a person took out of the books: kept as they were received, and counted by nobody.
CREATE TABLE set_aside (
  store text NOT NULL,
  business_day date NOT NULL,
  till text NOT NULL,
  epoch bigint NOT NULL,
  sequence bigint NOT NULL,
  object text NOT NULL,
  at timestamptz NOT NULL,
  person text NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (store, till, epoch, sequence)
);
CREATE INDEX set_aside_day ON set_aside (store, business_day);
