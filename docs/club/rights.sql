-- What the servers may do to the record book: read, append, and take links back.
CREATE ROLE referee LOGIN PASSWORD 'secret';
GRANT USAGE ON SCHEMA referee TO referee;
GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA referee TO referee;
GRANT UPDATE ON referee.links TO referee;
