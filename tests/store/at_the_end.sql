-- the last one removed
DELETE FROM events WHERE game = 1 AND seq = 6

-- the last ones removed
DELETE FROM events WHERE game = 1 AND seq >= 4

-- the last one of another game
UPDATE events SET game = 3 WHERE game = 1 AND seq = 6
