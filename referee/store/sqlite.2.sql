ALTER TABLE games ADD COLUMN opened_as INTEGER CHECK (opened_as >= 1);

ALTER TABLE games ADD COLUMN chain INTEGER NOT NULL DEFAULT 1 CHECK (chain BETWEEN 1 AND 2);

CREATE TABLE seals (
    seq INTEGER PRIMARY KEY CHECK (seq >= 1),
    content BLOB NOT NULL CHECK (length(content) BETWEEN 2 AND 1048576),
    salt BLOB NOT NULL CHECK (length(salt) = 16),
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE TRIGGER seals_stand BEFORE UPDATE ON seals
BEGIN SELECT RAISE(ABORT, 'seals are never changed'); END;
CREATE TRIGGER seals_stay BEFORE DELETE ON seals
BEGIN SELECT RAISE(ABORT, 'seals are never removed'); END;
CREATE TRIGGER seals_follow BEFORE INSERT ON seals
BEGIN
    SELECT RAISE(ABORT, 'seals are only appended')
    WHERE NEW.seq IS NULL OR NEW.seq <> 1 + ifnull((SELECT max(seq) FROM seals), 0);
END;
