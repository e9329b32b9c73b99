"""The tables of a record book on a PostgreSQL server, in a schema of their own: a database has one
book."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final

from referee.store.damage import differences, is_of_version
from referee.store.errors import BookForeign
from referee.store.postgres import Connection

GUARDED: Final = ("games", "events", "seals", "book")
"""The append-only tables."""

FOLLOWS: Final = {"events": "event_follows", "games": "game_follows", "seals": "seal_follows"}
"""The function that lets only the next row into a table."""

MIGRATIONS: Final = ((files(__package__) / "postgres.1.sql").read_text("utf-8"),)
"""Script ``n`` (from 0) makes a book of version ``n`` one of version ``n + 1``."""

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
                connection.execute(step.encode())
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
    parts = "".join(MIGRATIONS).split("CREATE FUNCTION referee.")[1:]
    return {part.partition("(")[0]: part.split("$$")[1] for part in parts}
