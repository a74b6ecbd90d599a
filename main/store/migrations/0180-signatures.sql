-- What a person has to say of an approved payment while `late` is open: whether one that came after the till had given up
-- counts, or whether the signature on the slip is right.
ALTER TABLE intent ADD COLUMN late_kind TEXT NOT NULL DEFAULT 'late' CHECK (late_kind IN ('late', 'signature'));
