-- From where and with which browser each session was begun: people find those that are not theirs, and end them. Sessions last twelve hours.
ALTER TABLE session ADD COLUMN place text NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN browser text NOT NULL DEFAULT '';
