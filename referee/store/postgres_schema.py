"""The tables of a record book on a PostgreSQL server, in a schema of their own: a database has one
book."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from referee.store.damage import differences, is_of_version
from referee.store.errors import BookForeign
from referee.store.postgres import Connection

GUARDED: Final = ("games", "events", "seals", "book")
"""The append-only tables."""

FOLLOWS: Final = {"events": "event_follows", "games": "game_follows", "seals": "seal_follows"}
"""The function that lets only the next row into a table."""

_TABLES: Final = """
CREATE SCHEMA referee;

CREATE TABLE referee.book (
    version integer PRIMARY KEY
);

CREATE TABLE referee.games (
    game integer PRIMARY KEY CHECK (game >= 1),
    name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
    opened_at text NOT NULL,
    format integer NOT NULL CHECK (format >= 1),
    opened_as integer CHECK (opened_as >= 1),
    chain integer NOT NULL CHECK (chain BETWEEN 1 AND 2)
);

CREATE TABLE referee.events (
    game integer NOT NULL,
    seq bigint NOT NULL CHECK (seq >= 1),
    id text CHECK (length(id) BETWEEN 1 AND 64),
    content bytea NOT NULL CHECK (length(content) BETWEEN 2 AND 1048576),
    salt bytea NOT NULL CHECK (length(salt) = 16),
    hash bytea NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (game, seq)
);

CREATE UNIQUE INDEX events_by_id ON referee.events (game, id) WHERE id IS NOT NULL;

CREATE TABLE referee.seals (
    seq bigint PRIMARY KEY CHECK (seq >= 1),
    content bytea NOT NULL CHECK (length(content) BETWEEN 2 AND 1048576),
    salt bytea NOT NULL CHECK (length(salt) = 16),
    hash bytea NOT NULL CHECK (length(hash) = 32)
);

CREATE TABLE referee.links (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    token text NOT NULL UNIQUE,
    game text NOT NULL,
    role text NOT NULL,
    player text,
    made_at text NOT NULL,
    revoked_at text
);

"""

_FIRST_GUARDS: Final = """
CREATE FUNCTION referee.stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% are never changed or removed', TG_TABLE_NAME;
END $$;

CREATE FUNCTION referee.event_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- one writer after the other in each game; the same lock is taken by who looks for ids
    PERFORM pg_advisory_xact_lock(2, NEW.game);
    IF NEW.seq <> 1 + coalesce(
        (SELECT seq FROM referee.events WHERE game = NEW.game ORDER BY seq DESC LIMIT 1), 0
    ) THEN
        RAISE unique_violation USING MESSAGE = 'events are only appended';
    END IF;
    -- a foreign key would lock and write the row of the game for every event
    IF NEW.seq = 1 AND NOT EXISTS (SELECT FROM referee.games WHERE game = NEW.game) THEN
        RAISE foreign_key_violation USING MESSAGE = 'an event belongs to a game';
    END IF;
    RETURN NEW;
END $$;

"""

_COUNTED: Final = """
CREATE FUNCTION referee.{one}_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.{number} <> 1 + coalesce((SELECT max({number}) FROM referee.{table}), 0) THEN
        RAISE unique_violation USING MESSAGE = '{table} are only appended';
    END IF;
    RETURN NEW;
END $$;
"""

_GUARDS: Final = "\n".join(
    [
        _FIRST_GUARDS,
        _COUNTED.format(one="game", number="game", table="games"),
        _COUNTED.format(one="seal", number="seq", table="seals"),
    ]
)

_FOLLOW: Final = """
CREATE TRIGGER {table}_follow BEFORE INSERT ON referee.{table}
    FOR EACH ROW EXECUTE FUNCTION referee.{function}();
"""

_STAND: Final = """
CREATE TRIGGER {table}_stand BEFORE UPDATE OR DELETE OR TRUNCATE ON referee.{table}
    FOR EACH STATEMENT EXECUTE FUNCTION referee.stands();
REVOKE ALL ON referee.{table} FROM PUBLIC;
"""

Migration = Callable[[Connection], None]


def _lay_out(connection: Connection) -> None:
    connection.execute(_TABLES)
    connection.execute(_GUARDS.encode())
    for table, function in FOLLOWS.items():
        connection.execute(_FOLLOW.format(table=table, function=function).encode())
    for table in GUARDED:
        connection.execute(_STAND.format(table=table).encode())


MIGRATIONS: Final[tuple[Migration, ...]] = (_lay_out,)
"""Step ``n`` (from 0) makes a book of version ``n`` one of version ``n + 1``."""

LAYING_OUT: Final = 0x44535231
"""The number of the lock held while a book is created."""


def version_of(connection: Connection) -> int:
    """Return the version of the book in a database; 0 if it has none."""
    there = connection.execute("SELECT to_regclass('referee.book')").fetchone()
    if there is None or there[0] is None:
        return 0
    row = connection.execute("SELECT max(version) FROM referee.book").fetchone()
    return int(row[0] or 0) if row else 0


def bring_up_to_date(connection: Connection, place: str) -> None:
    """Migrate the database to the newest version, in one transaction. Raises BookNewer."""
    if is_of_today(connection, place):
        return
    connection.execute("SELECT pg_advisory_lock(%s)", (LAYING_OUT,))
    try:
        # begin after taking the lock, to see a book that another program has just created
        with connection.transaction():
            version = version_of(connection)
            for number, step in enumerate(MIGRATIONS[version:], version + 1):
                step(connection)
                connection.execute("INSERT INTO referee.book VALUES (%s)", (number,))
    finally:
        connection.execute("SELECT pg_advisory_unlock(%s)", (LAYING_OUT,))


def is_of_today(connection: Connection, place: str) -> bool:
    """Return whether the book has the newest version. Raises BookNewer if it has a later one,
    BookForeign if the database cannot hold a book."""
    row = connection.execute("SHOW server_encoding").fetchone()
    if row is None or row[0] != "UTF8":
        text = "The database {path} is not in UTF-8, and a record book has to be."
        raise BookForeign(text, path=place)
    return is_of_version(version_of(connection), len(MIGRATIONS), place)


_TRIGGERS: Final = """
SELECT t.tgname, c.relname, p.proname, t.tgtype, t.tgenabled, t.tgqual IS NULL
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'referee' AND NOT t.tgisinternal
"""
_FUNCTIONS: Final = """
SELECT p.proname, p.prosrc FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE n.nspname = 'referee'
"""
_CONSTRAINTS: Final = """
SELECT conname, contype::text FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
WHERE n.nspname = 'referee' AND convalidated AND contype <> 'n'
"""
_COLUMNS: Final = """
SELECT c.relname, string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attnotnull THEN 'NOT NULL' END), ', ' ORDER BY a.attnum)
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'referee' AND c.relkind IN ('r', 'p', 'f') AND a.attnum > 0
    AND NOT a.attisdropped
GROUP BY c.relname
"""
_RELATIONS: Final = """
SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'referee' AND c.relkind::text = ANY (%s)
"""
_RULES: Final = "SELECT rulename FROM pg_rules WHERE schemaname = 'referee'"

ROW_BEFORE_INSERT: Final = 1 + 2 + 4
BEFORE_CHANGE: Final = 2 + 8 + 16 + 32
TABLES: Final = {
    "book": "version integer NOT NULL",
    "games": "game integer NOT NULL, name text NOT NULL, opened_at text NOT NULL, "
    "format integer NOT NULL, opened_as integer, chain integer NOT NULL",
    "events": "game integer NOT NULL, seq bigint NOT NULL, id text, content bytea NOT NULL, "
    "salt bytea NOT NULL, hash bytea NOT NULL",
    "seals": "seq bigint NOT NULL, content bytea NOT NULL, salt bytea NOT NULL, "
    "hash bytea NOT NULL",
    "links": "number bigint NOT NULL, token text NOT NULL, game text NOT NULL, "
    "role text NOT NULL, player text, made_at text NOT NULL, revoked_at text",
}
"""The columns of each table."""
RELATIONS: Final[dict[str, tuple[str, frozenset[str]]]] = {
    "view": ("vm", frozenset()),
    "sequence": ("S", frozenset({"links_number_seq"})),
    "index": (
        "iI",
        frozenset(f"{table}_pkey" for table in TABLES)
        | {"events_by_id", "games_name_key", "links_token_key"},
    ),
}
"""Everything else in the database, by its kind: the server's letters for that kind, and the
names."""
CONSTRAINTS: Final = frozenset({"events_pkey", "games_pkey", "games_name_key"})


def unguarded(connection: Connection) -> list[str]:
    """Return descriptions of the missing, changed or added tables, views, indexes, triggers and
    functions of the book's schema; empty if it is intact."""
    triggers: dict[str, tuple[Any, ...]] = {
        f"{table}_stand": (table, "stands", BEFORE_CHANGE, "O", True) for table in GUARDED
    }
    triggers |= {
        f"{table}_follow": (table, function, ROW_BEFORE_INSERT, "O", True)
        for table, function in FOLLOWS.items()
    }
    rows = connection.execute(_TRIGGERS).fetchall()
    found = list(differences("table", TABLES, dict(connection.execute(_COLUMNS).fetchall())))
    for kind, (signs, wanted) in RELATIONS.items():
        names = connection.execute(_RELATIONS, (list(signs),)).fetchall()
        found += differences(kind, dict.fromkeys(wanted, ""), {name: "" for (name,) in names})
    found += differences("trigger", triggers, {row[0]: tuple(row[1:]) for row in rows})
    functions: dict[str, str] = dict(connection.execute(_FUNCTIONS).fetchall())
    found += differences("function", _bodies(), functions)
    rules = connection.execute(_RULES).fetchall()
    found += differences("rewrite rule", {}, {name: "" for (name,) in rules})
    constraints = {row[0] for row in connection.execute(_CONSTRAINTS).fetchall()}
    missing = dict.fromkeys(CONSTRAINTS - constraints, "")
    return [*found, *differences("constraint", missing, {})]


def _bodies() -> dict[str, str]:
    """Return the functions of the guards, each with its body."""
    parts = _GUARDS.split("CREATE FUNCTION referee.")[1:]
    return {part.partition("(")[0]: part.split("$$")[1] for part in parts}
