-- the last game removed
DELETE FROM events WHERE game = 3;
DELETE FROM games WHERE game = 3

-- a game removed
DELETE FROM events WHERE game = 2;
DELETE FROM games WHERE game = 2

-- a game emptied
DELETE FROM events WHERE game = 2

-- the end of a game cut off
DELETE FROM events WHERE game = 1 AND seq = 4

-- a game in the place of another
UPDATE games SET game = 9 WHERE game = 1;
UPDATE games SET game = 1 WHERE game = 2;
UPDATE games SET game = 2 WHERE game = 9

-- a seal changed
UPDATE seals SET content = x'7b7d' WHERE seq = 1
