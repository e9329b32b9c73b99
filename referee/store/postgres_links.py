"""The links of a record book on a PostgreSQL server, beside its games."""

from __future__ import annotations

from referee.store.links import Link, Role, Row, digest_of, new_token
from referee.store.postgres import Connections
from referee.store.record import now

_LINKS = "SELECT number, game, role, player, made_at FROM referee.links WHERE "
_WORKS = "revoked_at IS NULL AND "
_ROWS = (
    b"SELECT number, token, game, role, player, made_at, revoked_at FROM referee.links"
    b" ORDER BY number"
)


class PostgresLinks:
    """Links on a server; see `Links`."""

    def __init__(self, address: str, *, writable: bool = True) -> None:
        self._connections = Connections(address, writable=writable)

    def make(self, table: str, role: Role, player: str | None = None) -> str:
        """A new link of a table."""
        token = new_token()
        with self._connections.one() as connection:
            connection.execute(
                "INSERT INTO referee.links (token, game, role, player, made_at)"
                " VALUES (%s, %s, %s, %s, %s)",
                (digest_of(token), table, role.value, player, now()),
            )
        return token

    def of(self, token: str) -> Link | None:
        """The link with this token, unless it was revoked."""
        found = self._which(f"{_WORKS}token = %s", digest_of(token))
        return found[0] if found else None

    def of_table(self, table: str, *, revoked: bool = False) -> list[Link]:
        """The links of a table, oldest first."""
        which = "game = %s ORDER BY number"
        return self._which(which if revoked else _WORKS + which, table)

    def _which(self, which: str, value: str) -> list[Link]:
        with self._connections.one() as connection:
            rows = connection.execute((_LINKS + which).encode(), (value,)).fetchall()
        return [
            Link(number, game, Role(role), player, made_at)
            for number, game, role, player, made_at in rows
        ]

    def revoke(self, table: str, number: int) -> None:
        """From now on this link of the table opens nothing."""
        with self._connections.one() as connection:
            connection.execute(
                "UPDATE referee.links SET revoked_at = %s WHERE number = %s AND game = %s",
                (now(), number, table),
            )

    def rows(self) -> list[Row]:
        """All links, revoked ones too, as a file keeps them."""
        columns = ("number", "token", "table", "role", "player", "made_at", "revoked_at")
        with self._connections.one() as connection:
            found = connection.execute(_ROWS).fetchall()
        return [dict(zip(columns, row, strict=True)) for row in found]

    def close(self) -> None:
        """Let go of the connections."""
        self._connections.forget()
