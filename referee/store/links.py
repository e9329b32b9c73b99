"""The links of a table: each lets its holder look, dispute or write.

A link is a random token. Only its SHA-256 is stored, beside the record book, so that a reader of
the file cannot open a table.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar, Final

from referee.store import sqlite
from referee.store.chain import now

TOKEN_BYTES: Final = 32


class Role(StrEnum):
    """The rights that a link gives, the most first."""

    SCRIBE = "scribe"
    PLAYER = "player"
    VIEWER = "viewer"

    def does_more_than(self, other: Role) -> bool:
        """Return whether this role has rights that the other one lacks."""
        return list(Role).index(self) < list(Role).index(other)


@dataclass(frozen=True, slots=True)
class Link:
    """A stored link: ``number`` identifies it for revoking, ``made_at`` is its time in UTC."""

    number: int
    table: str
    role: Role
    player: str | None
    made_at: str

    @property
    def made_here(self) -> str:
        """Return its time by the clock of this machine: ``2026-05-02 20:00``."""
        return f"{datetime.fromisoformat(self.made_at).astimezone():%Y-%m-%d %H:%M}"


Row = tuple[Any, ...]
"""A row of the table of links: number, the token's digest, table, role, player, and the times when
it was made and revoked (None while the link works)."""


class Links(ABC):
    """The links of all tables of one record book; thread-safe. Methods raise a `BookError`."""

    game: ClassVar[str]  # the column with the table's name

    @abstractmethod
    def _do(self, statement: str, *values: object) -> list[Any]:
        """Run a statement in its own transaction; return the rows."""

    @abstractmethod
    def close(self) -> None:
        """Close all connections."""

    def make(self, table: str, role: Role, player: str | None = None) -> str:
        """Make a link to a table; return its token, which is not stored."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        columns = f"token, {self.game}, role, player, made_at"
        insert = f"INSERT INTO links ({columns}) VALUES (?, ?, ?, ?, ?)"
        self._do(insert, _digest(token), table, role.value, player, now())
        return token

    def of(self, token: str) -> Link | None:
        """Return the link with this token; None if it does not exist or is revoked."""
        found = self._which("token = ? AND revoked_at IS NULL", _digest(token))
        return found[0] if found else None

    def of_table(self, table: str, *, revoked: bool = False) -> list[Link]:
        """Return the links of a table, oldest first; with ``revoked`` also the revoked ones."""
        works = "" if revoked else " AND revoked_at IS NULL"
        return self._which(f"{self.game} = ?{works} ORDER BY number", table)

    def _which(self, which: str, value: str) -> list[Link]:
        asked = f"SELECT number, {self.game}, role, player, made_at FROM links WHERE {which}"
        return [
            Link(number, table, Role(role), player, made_at)
            for number, table, role, player, made_at in self._do(asked, value)
        ]

    def revoke(self, table: str, number: int) -> None:
        """Revoke a link of a table."""
        which = f"UPDATE links SET revoked_at = ? WHERE number = ? AND {self.game} = ?"
        self._do(which, now(), number, table)

    def rows(self) -> list[Row]:
        """Return the rows of all links, including revoked ones."""
        columns = f"number, token, {self.game}, role, player, made_at, revoked_at"
        return self._do(f"SELECT {columns} FROM links ORDER BY number")


class SQLiteLinks(Links):
    """Links in a file of their own, which only its owner can read."""

    game = '"table"'

    def __init__(self, path: Path, *, writable: bool = True) -> None:
        self._path = path
        self._among_threads = Lock()
        with sqlite.translate_errors(path):
            if not writable:
                self._connection = sqlite.connect(path, writable=False)
                return
            sqlite.begin_file(path)
            self._connection = sqlite.sqlite3.connect(path, check_same_thread=False)
        self._do(
            "CREATE TABLE IF NOT EXISTS links (number INTEGER PRIMARY KEY, token TEXT NOT NULL, "
            '"table" TEXT NOT NULL, role TEXT NOT NULL, player TEXT, made_at TEXT NOT NULL, '
            "revoked_at TEXT)"
        )
        self._do("CREATE UNIQUE INDEX IF NOT EXISTS idx_links_token ON links (token)")

    def _do(self, statement: str, *values: object) -> list[Any]:
        with self._among_threads, sqlite.translate_errors(self._path), self._connection:
            found: list[Any] = self._connection.execute(statement, values).fetchall()
        return found

    def insert_all(self, rows: Iterable[Row]) -> None:
        """Insert rows of links from another store."""
        with self._among_threads, sqlite.translate_errors(self._path), self._connection:
            self._connection.executemany("INSERT INTO links VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def beside(book: Path) -> Path:
    """Return the file with the links of a record book."""
    return book.with_name(book.name + "-links")


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
