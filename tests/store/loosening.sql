-- drop a table
DROP TABLE events

-- drop a trigger
DROP TRIGGER events_stay

-- drop the index of ids
DROP INDEX events_by_id

-- add a column
ALTER TABLE events ADD COLUMN more TEXT

-- drop a column
ALTER TABLE events DROP COLUMN id

-- rename a table
ALTER TABLE events RENAME TO others

-- a table
CREATE TABLE more (a)

-- a temporary trigger
CREATE TEMP TRIGGER quiet BEFORE UPDATE ON main.events BEGIN SELECT RAISE(IGNORE);
END

-- a view in front
CREATE TEMP VIEW events AS SELECT 1

-- write the schema
PRAGMA writable_schema = ON

-- update the schema
UPDATE sqlite_schema SET sql = NULL

-- turn triggers back
PRAGMA recursive_triggers = OFF

-- pass over the checks
PRAGMA ignore_check_constraints = ON

-- sync less
PRAGMA synchronous = OFF

-- another journal
PRAGMA journal_mode = MEMORY

-- another version
PRAGMA user_version = 0

-- another mark
PRAGMA application_id = 0

-- attach
ATTACH ':memory:' AS other

-- vacuum
VACUUM

-- reindex
REINDEX

-- write a copy over another file
VACUUM INTO 'copy.db'
