"""The links of a table: who has one may look, dispute or write, as the link says.

A link is a random token. Only its SHA-256 is kept, beside the record book, so that whoever reads it
there can open no table.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Final, Protocol

from sqlite_utils import Database

from referee.store.record import now
from referee.store.sqlite import (
    begin_file,
    connect,
    connect_beside,
    copy_to,
    give_name,
    is_there_already,
    told_to_people,
)

TOKEN_BYTES: Final = 32


class Role(StrEnum):
    """The rights that a link gives."""

    SCRIBE = "scribe"
    PLAYER = "player"
    VIEWER = "viewer"

    def does_more_than(self, other: Role) -> bool:
        """Return whether this role has rights that the other one lacks."""
        order = (Role.SCRIBE, Role.PLAYER, Role.VIEWER)
        return order.index(self) < order.index(other)


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it is kept: ``number`` names it where it is revoked, ``made_at`` is the moment in
    UTC."""

    number: int
    table: str
    role: Role
    player: str | None
    made_at: str

    @property
    def made_here(self) -> str:
        """When it was made, by the clock of this machine: ``2026-05-02 20:00``."""
        return f"{datetime.fromisoformat(self.made_at).astimezone():%Y-%m-%d %H:%M}"


Row = dict[str, Any]
"""A link as a table has it: ``token`` is its digest, ``revoked_at`` None while it works."""


class Links(Protocol):
    """The links of all tables of one record book; serves the threads of one program. Methods raise
    a `BookError`."""

    def make(self, table: str, role: Role, player: str | None = None) -> str:
        """Make a link to a table; return its token, which is not stored."""

    def of(self, token: str) -> Link | None:
        """The link with this token, unless it was revoked."""

    def of_table(self, table: str, *, revoked: bool = False) -> list[Link]:
        """Return the links of a table, oldest first, with ``revoked`` those that were revoked,
        too."""

    def revoke(self, table: str, number: int) -> None:
        """From now on this link of the table opens nothing."""

    def close(self) -> None:
        """Let go of whatever is held open."""


class SQLiteLinks:
    """Links in a file of their own, which only its owner can read; see `Links`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._among_threads = Lock()
        with told_to_people(path):
            begin_file(path)
            self._database = Database(connect_beside(path))
        self._links = self._database.table("links", pk="number")
        with self._changing():
            self._links.create(
                {
                    "number": int,
                    "token": str,
                    "table": str,
                    "role": str,
                    "player": str,
                    "made_at": str,
                    "revoked_at": str,
                },
                pk="number",
                not_null={"token", "table", "role", "made_at"},
                if_not_exists=True,
            )
            self._links.create_index(["token"], unique=True, if_not_exists=True)

    def make(self, table: str, role: Role, player: str | None = None) -> str:
        """A new link of a table."""
        token = new_token()
        with self._changing():
            self._links.insert(
                {
                    "token": digest_of(token),
                    "table": table,
                    "role": role.value,
                    "player": player,
                    "made_at": now(),
                    "revoked_at": None,
                }
            )
        return token

    def of(self, token: str) -> Link | None:
        """The link with this token, unless it was revoked."""
        with self._among_threads, told_to_people(self._path):
            rows = list(
                self._links.rows_where(
                    "token = ? AND revoked_at IS NULL", [digest_of(token)], limit=1
                )
            )
        return _link(rows[0]) if rows else None

    def of_table(self, table: str, *, revoked: bool = False) -> list[Link]:
        """The links of a table, oldest first."""
        which = "[table] = ?" if revoked else "[table] = ? AND revoked_at IS NULL"
        with self._among_threads, told_to_people(self._path):
            rows = self._links.rows_where(which, [table], order_by="number")
            return [_link(row) for row in rows]

    def revoke(self, table: str, number: int) -> None:
        """From now on this link of the table opens nothing."""
        with self._changing():
            self._database.execute(
                "UPDATE links SET revoked_at = ? WHERE number = ? AND [table] = ?",
                [now(), number, table],
            )

    def insert_all(self, rows: Iterable[Row]) -> None:
        """Keep links as another store kept them."""
        with self._changing():
            self._links.insert_all(rows)

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self._among_threads, told_to_people(self._path), self._database.conn:
            yield


def beside(book: Path) -> Path:
    """The file of the links of a record book."""
    return book.with_name(book.name + "-links")


def back_up(book: Path, target: Path) -> None:
    """Copy the links of a book in a file to those of ``target``; a book without any has none to
    copy. Raises BookUnwritable if ``target`` has links already."""
    source, copy = beside(book), beside(target)
    refuse_present(copy)
    if not source.exists():
        return
    with told_to_people(copy):
        connection = connect(source, writable=False)
        try:
            copy_to(connection, copy)
        finally:
            connection.close()


def write(target: Path, rows: Iterable[Row]) -> None:
    """Write these links to those of ``target``, under the numbers that they have. Raises
    BookUnwritable if it has links already."""
    copy = beside(target)
    refuse_present(copy)
    unfinished = copy.with_name(f"{copy.name}-unfinished-{os.getpid()}")
    try:
        links = SQLiteLinks(unfinished)
        try:
            links.insert_all(rows)
        finally:
            links.close()
        with told_to_people(copy):
            give_name(unfinished, copy)
    finally:
        unfinished.unlink(missing_ok=True)


def refuse_present(path: Path) -> None:
    """Raise BookUnwritable if a backup would replace this file."""
    if path.exists():
        raise is_there_already(path)


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest_of(token: str) -> str:
    """Return what is kept of a token."""
    return sha256(token.encode()).hexdigest()


def _link(row: dict[str, object]) -> Link:
    player = row["player"]
    return Link(
        int(str(row["number"])),
        str(row["table"]),
        Role(str(row["role"])),
        None if player is None else str(player),
        str(row["made_at"]),
    )
