-- update
UPDATE events SET content = x'7b7d' WHERE seq = 2

-- update of nothing but the id
UPDATE events SET id = 'other' WHERE seq = 2

-- update or replace
UPDATE OR REPLACE events SET seq = 3 WHERE seq = 2

-- update or ignore
UPDATE OR IGNORE events SET seq = 9 WHERE seq = 4

-- update of a game
UPDATE games SET name = 'saturday'

-- delete in the middle
DELETE FROM events WHERE seq = 2

-- delete at the end
DELETE FROM events WHERE seq = 4

-- delete everything
DELETE FROM events

-- delete a game
DELETE FROM games

-- insert or replace a number
INSERT OR REPLACE INTO events (game, seq, id, content, salt, hash) VALUES (1, 4, NULL, x'7b7d', zeroblob(16), zeroblob(32))

-- insert or replace an id
INSERT OR REPLACE INTO events (game, seq, id, content, salt, hash) VALUES (1, 5, 'e3', x'7b7d', zeroblob(16), zeroblob(32))

-- replace into
REPLACE INTO events (game, seq, id, content, salt, hash) VALUES (1, 2, 'e2', x'7b7d', zeroblob(16), zeroblob(32))

-- insert or ignore a number
INSERT OR IGNORE INTO events (game, seq, id, content, salt, hash) VALUES (1, 3, NULL, x'7b7d', zeroblob(16), zeroblob(32))

-- insert or ignore an id
INSERT OR IGNORE INTO events (game, seq, id, content, salt, hash) VALUES (1, 5, 'e4', x'7b7d', zeroblob(16), zeroblob(32))

-- insert a number again
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 4, NULL, x'7b7d', zeroblob(16), zeroblob(32))

-- upsert
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 3, 'e3', x'7b7d', zeroblob(16), zeroblob(32)) ON CONFLICT (game, seq) DO UPDATE SET content = excluded.content

-- upsert of nothing
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 5, 'e3', x'7b7d', zeroblob(16), zeroblob(32)) ON CONFLICT DO NOTHING

-- leave a gap
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 6, NULL, x'7b7d', zeroblob(16), zeroblob(32))

-- begin with 2
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (2, 2, NULL, x'7b7d', zeroblob(16), zeroblob(32))

-- begin with 0
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 0, NULL, x'7b7d', zeroblob(16), zeroblob(32))

-- no game
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (7, 1, NULL, x'7b7d', zeroblob(16), zeroblob(32))

-- no game at all
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (NULL, 1, NULL, x'7b7d', zeroblob(16), zeroblob(32))

-- no number
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, NULL, NULL, x'7b7d', zeroblob(16), zeroblob(32))

-- text for a number
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 'five', NULL, x'7b7d', zeroblob(16), zeroblob(32))

-- text for bytes
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 5, NULL, '{"type":"end"}', zeroblob(16), zeroblob(32))

-- bytes for an id
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 5, x'6135', x'7b7d', zeroblob(16), zeroblob(32))

-- an empty id
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 5, '', x'7b7d', zeroblob(16), zeroblob(32))

-- a long id
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 5, printf('%65s', ''), x'7b7d', zeroblob(16), zeroblob(32))

-- no content
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 5, NULL, x'7b', zeroblob(16), zeroblob(32))

-- too much content
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 5, NULL, zeroblob(1048577), zeroblob(16), zeroblob(32))

-- a short salt
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 5, NULL, x'7b7d', zeroblob(15), zeroblob(32))

-- no salt
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 5, NULL, x'7b7d', NULL, zeroblob(32))

-- a long hash
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 5, NULL, x'7b7d', zeroblob(16), zeroblob(33))

-- no hash
INSERT INTO events (game, seq, id, content, salt, hash) VALUES (1, 5, NULL, x'7b7d', zeroblob(16), NULL)

-- replace a game
INSERT OR REPLACE INTO games VALUES (1, 'sunday', '', 1, NULL, 2)

-- replace a game's name
INSERT OR REPLACE INTO games VALUES (2, 'friday', '', 1, NULL, 2)

-- ignore a game's name
INSERT OR IGNORE INTO games VALUES (2, 'friday', '', 1, NULL, 2)

-- upsert a game
INSERT INTO games VALUES (2, 'friday', '', 1, NULL, 2) ON CONFLICT (name) DO UPDATE SET opened_at = 'never'

-- leave out a game
INSERT INTO games VALUES (3, 'sunday', '', 1, NULL, 2)

-- a game without a number
INSERT INTO games VALUES (NULL, 'sunday', '', 1, NULL, 2)

-- a game without a name
INSERT INTO games VALUES (2, NULL, '', 1, NULL, 2)

-- a game with an empty name
INSERT INTO games VALUES (2, '', '', 1, NULL, 2)

-- a game of no format
INSERT INTO games VALUES (2, 'sunday', '', 'new', NULL, 2)

-- a game of format 0
INSERT INTO games VALUES (2, 'sunday', '', 0, NULL, 2)
