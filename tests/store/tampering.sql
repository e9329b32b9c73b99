-- changed content
UPDATE events SET content = x'7b7d' WHERE game = 1 AND seq = 3

-- one bit of the salt
UPDATE events SET salt = zeroblob(16) WHERE game = 1 AND seq = 3

-- another hash
UPDATE events SET hash = zeroblob(32) WHERE game = 1 AND seq = 3

-- another id
UPDATE events SET id = 'e9' WHERE game = 1 AND seq = 3

-- no id
UPDATE events SET id = NULL WHERE game = 1 AND seq = 3

-- an id where there was none
UPDATE events SET id = 'e1' WHERE game = 1 AND seq = 1

-- removed
DELETE FROM events WHERE game = 1 AND seq = 3

-- removed, and the others moved up
DELETE FROM events WHERE game = 1 AND seq = 3;
UPDATE events SET seq = seq - 1 WHERE game = 1 AND seq > 3

-- removed at the beginning
DELETE FROM events WHERE game = 1 AND seq = 1

-- removed at the beginning, and the others moved up
DELETE FROM events WHERE game = 1 AND seq = 1;
UPDATE events SET seq = seq - 1 WHERE game = 1

-- swapped
UPDATE events SET seq = 99 WHERE game = 1 AND seq = 3;
UPDATE events SET seq = 3 WHERE game = 1 AND seq = 4;
UPDATE events SET seq = 4 WHERE game = 1 AND seq = 99

-- swapped contents
UPDATE events SET content = (SELECT content FROM events o WHERE o.game = 1 AND o.seq = 7 - events.seq) WHERE game = 1 AND seq IN (3, 4)

-- inserted
UPDATE events SET seq = seq + 100 WHERE game = 1 AND seq >= 3;
UPDATE events SET seq = seq - 99 WHERE game = 1 AND seq > 100;
INSERT INTO events VALUES (1, 3, NULL, x'7b7d', zeroblob(16), zeroblob(32))

-- inserted at the end
INSERT INTO events VALUES (1, 7, NULL, x'7b7d', zeroblob(16), zeroblob(32))

-- moved far behind the end
UPDATE events SET seq = 5000 WHERE game = 1 AND seq = 6

-- an event of another game in its place
DELETE FROM events WHERE game = 1 AND seq = 3;
UPDATE events SET game = 1 WHERE game = 2 AND seq = 3

-- two games swapped
UPDATE events SET game = 9 WHERE game = 1;
UPDATE events SET game = 1 WHERE game = 2;
UPDATE events SET game = 2 WHERE game = 9

-- opened at another time
UPDATE games SET opened_at = '2020-01-01' WHERE game = 1

-- of another format
UPDATE games SET format = 2 WHERE game = 1

-- renumbered
UPDATE games SET game = 3 WHERE game = 1;
UPDATE events SET game = 3 WHERE game = 1

-- said to be of another book
UPDATE games SET opened_as = 7 WHERE game = 1

-- said to be older
UPDATE games SET chain = 1 WHERE game = 1

-- renamed
UPDATE games SET name = 'sunday' WHERE game = 1

-- two names swapped
UPDATE games SET name = 'x' WHERE game = 1;
UPDATE games SET name = 'friday' WHERE game = 2;
UPDATE games SET name = 'saturday' WHERE game = 1
