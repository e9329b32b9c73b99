CREATE TABLE games (
    game INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
    opened_at TEXT NOT NULL,
    format INTEGER NOT NULL CHECK (format >= 1)
) STRICT;

CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games (game),
    seq INTEGER NOT NULL CHECK (seq >= 1),
    id TEXT CHECK (length(id) BETWEEN 1 AND 64),
    content BLOB NOT NULL CHECK (length(content) BETWEEN 2 AND 1048576),
    salt BLOB NOT NULL CHECK (length(salt) = 16),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX events_by_id ON events (game, id) WHERE id IS NOT NULL;

CREATE TRIGGER events_stand BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_stay BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are never removed'); END;
CREATE TRIGGER events_follow BEFORE INSERT ON events
BEGIN
    SELECT RAISE(ABORT, 'events are only appended')
    WHERE NEW.seq <> 1 + ifnull((SELECT max(seq) FROM events WHERE game = NEW.game), 0);
    SELECT RAISE(ABORT, 'an id is for one event only')
    WHERE NEW.id IS NOT NULL
        AND EXISTS (SELECT 1 FROM events WHERE game = NEW.game AND id = NEW.id);
    SELECT RAISE(ABORT, 'an event belongs to a game')
    WHERE NOT EXISTS (SELECT 1 FROM games WHERE game = NEW.game);
END;

CREATE TRIGGER games_stand BEFORE UPDATE ON games
BEGIN SELECT RAISE(ABORT, 'games are never changed'); END;
CREATE TRIGGER games_stay BEFORE DELETE ON games
BEGIN SELECT RAISE(ABORT, 'games are never removed'); END;
CREATE TRIGGER games_follow BEFORE INSERT ON games
BEGIN
    SELECT RAISE(ABORT, 'games are only appended')
    WHERE NEW.game IS NULL OR NEW.game <> 1 + ifnull((SELECT max(game) FROM games), 0);
    SELECT RAISE(ABORT, 'a name is for one game only')
    WHERE EXISTS (SELECT 1 FROM games WHERE name = NEW.name);
END;
