CREATE SCHEMA referee;

CREATE TABLE referee.book (
    version integer PRIMARY KEY
);

CREATE TABLE referee.games (
    game integer PRIMARY KEY CHECK (game >= 1),
    name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
    opened_at text NOT NULL,
    format integer NOT NULL CHECK (format >= 1),
    opened_as integer CHECK (opened_as >= 1),
    chain integer NOT NULL CHECK (chain BETWEEN 1 AND 2)
);

CREATE TABLE referee.events (
    game integer NOT NULL,
    seq bigint NOT NULL CHECK (seq >= 1),
    id text CHECK (length(id) BETWEEN 1 AND 64),
    content bytea NOT NULL CHECK (length(content) BETWEEN 2 AND 1048576),
    salt bytea NOT NULL CHECK (length(salt) = 16),
    hash bytea NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (game, seq)
);

CREATE UNIQUE INDEX events_by_id ON referee.events (game, id) WHERE id IS NOT NULL;

CREATE TABLE referee.seals (
    seq bigint PRIMARY KEY CHECK (seq >= 1),
    content bytea NOT NULL CHECK (length(content) BETWEEN 2 AND 1048576),
    salt bytea NOT NULL CHECK (length(salt) = 16),
    hash bytea NOT NULL CHECK (length(hash) = 32)
);

CREATE TABLE referee.links (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    token text NOT NULL UNIQUE,
    game text NOT NULL,
    role text NOT NULL,
    player text,
    made_at text NOT NULL,
    revoked_at text
);

CREATE FUNCTION referee.stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% are never changed or removed', TG_TABLE_NAME;
END $$;

CREATE FUNCTION referee.event_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- one writer after the other in each game; the same lock is taken by who looks for ids
    PERFORM pg_advisory_xact_lock(2, NEW.game);
    IF NEW.seq <> 1 + coalesce(
        (SELECT seq FROM referee.events WHERE game = NEW.game ORDER BY seq DESC LIMIT 1), 0
    ) THEN
        RAISE unique_violation USING MESSAGE = 'events are only appended';
    END IF;
    -- a foreign key would lock and write the row of the game for every event
    IF NEW.seq = 1 AND NOT EXISTS (SELECT FROM referee.games WHERE game = NEW.game) THEN
        RAISE foreign_key_violation USING MESSAGE = 'an event belongs to a game';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION referee.game_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.game <> 1 + coalesce((SELECT max(game) FROM referee.games), 0) THEN
        RAISE unique_violation USING MESSAGE = 'games are only appended';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION referee.seal_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.seq <> 1 + coalesce((SELECT max(seq) FROM referee.seals), 0) THEN
        RAISE unique_violation USING MESSAGE = 'seals are only appended';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER events_follow BEFORE INSERT ON referee.events
    FOR EACH ROW EXECUTE FUNCTION referee.event_follows();

CREATE TRIGGER games_follow BEFORE INSERT ON referee.games
    FOR EACH ROW EXECUTE FUNCTION referee.game_follows();

CREATE TRIGGER seals_follow BEFORE INSERT ON referee.seals
    FOR EACH ROW EXECUTE FUNCTION referee.seal_follows();

CREATE TRIGGER games_stand BEFORE UPDATE OR DELETE OR TRUNCATE ON referee.games
    FOR EACH STATEMENT EXECUTE FUNCTION referee.stands();
REVOKE ALL ON referee.games FROM PUBLIC;

CREATE TRIGGER events_stand BEFORE UPDATE OR DELETE OR TRUNCATE ON referee.events
    FOR EACH STATEMENT EXECUTE FUNCTION referee.stands();
REVOKE ALL ON referee.events FROM PUBLIC;

CREATE TRIGGER seals_stand BEFORE UPDATE OR DELETE OR TRUNCATE ON referee.seals
    FOR EACH STATEMENT EXECUTE FUNCTION referee.stands();
REVOKE ALL ON referee.seals FROM PUBLIC;

CREATE TRIGGER book_stand BEFORE UPDATE OR DELETE OR TRUNCATE ON referee.book
    FOR EACH STATEMENT EXECUTE FUNCTION referee.stands();
REVOKE ALL ON referee.book FROM PUBLIC;
