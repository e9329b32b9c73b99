"""The links of a table: who has one may look, dispute or write, as the link says.

A link is a random token. Only its SHA-256 is kept, in a file beside the record book, so that
whoever reads that file can open no table.
"""

from __future__ import annotations

import secrets
import sqlite3
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Final

from sqlite_utils import Database

from referee.store.record import now

TOKEN_BYTES: Final = 32


class Role(StrEnum):
    """What a link lets somebody do."""

    SCRIBE = "scribe"
    PLAYER = "player"
    VIEWER = "viewer"

    def does_more_than(self, other: Role) -> bool:
        """Whether this role has rights that the other one lacks."""
        order = (Role.SCRIBE, Role.PLAYER, Role.VIEWER)
        return order.index(self) < order.index(other)


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it is kept: ``number`` names it where it is revoked."""

    number: int
    table: str
    role: Role
    player: str | None


class Links:
    """The links of all tables of one record book; serves the threads of one program."""

    def __init__(self, path: Path) -> None:
        self._among_threads = Lock()
        self._database = Database(sqlite3.connect(path, check_same_thread=False))
        self._links = self._database.table("links", pk="number")
        with self._among_threads, self._database.conn:
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
        """A new link of a table; gives its token, which is kept nowhere."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        with self._among_threads, self._database.conn:
            self._links.insert(
                {
                    "token": _digest(token),
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
        with self._among_threads:
            rows = list(
                self._links.rows_where(
                    "token = ? AND revoked_at IS NULL", [_digest(token)], limit=1
                )
            )
        return _link(rows[0]) if rows else None

    def of_table(self, table: str) -> list[Link]:
        """The links of a table that were not revoked, oldest first."""
        with self._among_threads:
            rows = self._links.rows_where(
                "[table] = ? AND revoked_at IS NULL", [table], order_by="number"
            )
            return [_link(row) for row in rows]

    def revoke(self, table: str, number: int) -> None:
        """From now on this link of the table opens nothing."""
        with self._among_threads, self._database.conn:
            self._database.execute(
                "UPDATE links SET revoked_at = ? WHERE number = ? AND [table] = ?",
                [now(), number, table],
            )

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()


def beside(book: Path) -> Path:
    """The file of the links of a record book."""
    return book.with_name(book.name + "-links")


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _link(row: dict[str, object]) -> Link:
    player = row["player"]
    return Link(
        int(str(row["number"])),
        str(row["table"]),
        Role(str(row["role"])),
        None if player is None else str(player),
    )
