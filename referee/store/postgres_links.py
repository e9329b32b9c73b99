"""The links of a record book on a PostgreSQL server, beside its games."""

from __future__ import annotations

from typing import Any

from referee.store.links import Links
from referee.store.postgres import Connections, execute


class PostgresLinks(Links):
    """Links on a server."""

    game = "game"

    def __init__(self, address: str, *, writable: bool = True) -> None:
        self._connections = Connections(address, writable=writable)

    def _do(self, statement: str, *values: object) -> list[Any]:
        with self._connections.one() as connection:
            cursor = execute(connection, statement, *values)
            return cursor.fetchall() if cursor.description else []

    def close(self) -> None:
        """Close the connections."""
        self._connections.forget()
