-- no UTF-8
UPDATE events SET content = x'7bff7d' WHERE game = 1 AND seq = 2

-- no JSON
UPDATE events SET content = x'7b7b7b' WHERE game = 1 AND seq = 3

-- no object
UPDATE events SET content = CAST('[1]' AS BLOB)
WHERE game = 1 AND seq = 2

-- no event
UPDATE events SET content = CAST('{"type":1}' AS BLOB)
WHERE game = 1

-- no opening
UPDATE events SET content = CAST('{"type":"note","note":"a"}' AS BLOB)
WHERE game = 1 AND seq = 1

-- an opening without players
UPDATE events SET content = CAST('{"type":"game","game":"golf"}' AS BLOB)
WHERE game = 1 AND seq = 1

-- a game that is not installed
UPDATE events SET content = CAST('{"type":"game","game":"tute","players":["Ana","Eva"]}' AS BLOB)
WHERE game = 1 AND seq = 1

-- another format
UPDATE games SET format = 7 WHERE game = 1

-- emptied
DELETE FROM events WHERE game = 1

-- without its beginning
DELETE FROM events WHERE game = 1 AND seq < 3

-- without its middle
DELETE FROM events WHERE game = 1 AND seq = 2

-- another name
UPDATE games SET name = 'fr' || char(0x202e) || 'iday' || char(0x1b) || '[2J' WHERE game = 1
