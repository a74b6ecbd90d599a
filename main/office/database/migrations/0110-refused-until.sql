-- A record whose time lies ahead of the clock is no fault of the record: from this moment on it is asked for again.
ALTER TABLE refused_record ADD COLUMN due timestamptz;
UPDATE refused_record SET due = received WHERE code = 'fromTheFuture';
