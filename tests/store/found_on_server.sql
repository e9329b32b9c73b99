-- the table marked does not belong there
CREATE TABLE referee.marked (card text)

-- the view marked does not belong there
CREATE VIEW referee.marked AS SELECT * FROM referee.games

-- the index marked does not belong there
CREATE INDEX marked ON referee.events (length(content))

-- the trigger marked does not belong there
CREATE TRIGGER marked BEFORE INSERT ON referee.games FOR EACH ROW EXECUTE FUNCTION referee.game_follows()

-- the function marked does not belong there
CREATE FUNCTION referee.marked() RETURNS int LANGUAGE sql AS 'SELECT 1'

-- the sequence marked does not belong there
CREATE SEQUENCE referee.marked

-- the rewrite rule marked does not belong there
CREATE RULE marked AS ON INSERT TO referee.events DO INSTEAD NOTHING

-- the table events is changed
ALTER TABLE referee.events ADD COLUMN card text

-- trigger events_stand is
ALTER TABLE referee.events DISABLE TRIGGER events_stand

-- trigger games_stand is missing
DROP TRIGGER games_stand ON referee.games

-- index events_by_id is missing
DROP INDEX referee.events_by_id

-- games_name_key
ALTER TABLE referee.games DROP CONSTRAINT games_name_key

-- function stands is changed
CREATE OR REPLACE FUNCTION referee.stands() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$
