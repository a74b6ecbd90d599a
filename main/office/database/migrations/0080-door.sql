-- Sign-ins at a provider that are begun and not ended are bounded by place.
ALTER TABLE open_id_flow ADD COLUMN place text NOT NULL DEFAULT '';
CREATE INDEX open_id_flow_place ON open_id_flow (place, expires);
CREATE INDEX open_id_flow_expires ON open_id_flow (expires);

-- The account that a counter is about, as a hash: a new password ends its pauses. Null: about no single one.
ALTER TABLE sign_in_failure ADD COLUMN account text;
CREATE INDEX sign_in_failure_account ON sign_in_failure (account);
