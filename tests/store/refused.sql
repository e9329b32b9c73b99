-- update
UPDATE referee.events SET content = ''

-- delete
DELETE FROM referee.events

-- truncate
TRUNCATE referee.events

-- update of a game
UPDATE referee.games SET name = 'x'

-- delete a game
DELETE FROM referee.games

-- update of a seal
UPDATE referee.seals SET content = ''

-- another version
UPDATE referee.book SET version = 7

-- replace
INSERT INTO referee.events SELECT * FROM referee.events
ON CONFLICT (game, seq) DO UPDATE SET content = ''

-- with a gap
INSERT INTO referee.events SELECT game, seq + 9, 'x', content, salt, hash
FROM referee.events LIMIT 1

-- of no game
INSERT INTO referee.events SELECT 9, seq, id, content, salt, hash FROM referee.events

-- the same id
INSERT INTO referee.events SELECT game, 5, id, content, salt, hash
FROM referee.events WHERE id = 'e2'

-- a game with a gap
INSERT INTO referee.games VALUES (7, 'x', '', 1, NULL, 2)
