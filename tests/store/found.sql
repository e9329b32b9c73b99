-- the table marked does not belong there
CREATE TABLE marked (card TEXT)

-- the view marked does not belong there
CREATE VIEW marked AS SELECT * FROM games

-- the index marked does not belong there
CREATE INDEX marked ON events (content)

-- the trigger marked does not belong there
CREATE TRIGGER marked AFTER INSERT ON games BEGIN SELECT 1; END

-- the trigger events_stay is changed
DROP TRIGGER events_stay;
CREATE TRIGGER events_stay BEFORE DELETE ON events WHEN 0
BEGIN SELECT RAISE(ABORT, 'events are never removed'); END

-- the index events_by_id is missing
DROP INDEX events_by_id

-- the table games is changed
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')')

-- there are events of a game 3 that is not there
PRAGMA recursive_triggers = OFF;
DROP TRIGGER events_stand;
DROP TRIGGER events_follow;
UPDATE events SET game = 3 WHERE game = 1 AND seq = 4

-- the game with the number 2 is missing
DROP TRIGGER games_follow;
DROP TRIGGER games_stand;
INSERT INTO games VALUES (3, 'sunday', '', 1, NULL, 2)
