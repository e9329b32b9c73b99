"""The role of a visitor at a table: that of their link, or the server's single user. A link may be
typed as a short code, which is kept only in the server's memory, for a quarter of an hour."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from time import monotonic
from typing import Any, Final, NamedTuple, cast

from flask import abort, current_app, g, request
from werkzeug.local import LocalProxy

from referee.judging.corrections import Event
from referee.judging.names import fold
from referee.judging.registry import rulebooks
from referee.judging.replay import ReplayedLog, replayed
from referee.judging.rulebook import Rulebook
from referee.store import Kept, NoSuchGame
from referee.store.links import Link, Links, Role
from referee.store.record import PAGE
from referee.visibility import Viewer
from referee.web.settings import Settings
from referee.web.tables import ServedTable, Tables

COOKIE: Final = "seat-"
"""The prefix of the cookies: a browser has one for each table, so that a person can have several
seats."""


class Brought(NamedTuple):
    """A visit passed to another process, which is read-only: the game as the visitor may know it,
    and their role."""

    name: str
    lines: tuple[str, ...]
    role: Role
    player: str | None
    head: str


@dataclass
class Visit:
    """A visitor at a table during one request.

    ``replay`` is the game as they may know it; pages and programs show nothing else. ``table`` has
    the whole record, for writing.
    """

    table: ServedTable
    role: Role
    player: str | None

    @property
    def name(self) -> str:
        """The table's name."""
        return self.table.name

    @property
    def viewer(self) -> Viewer:
        """The viewer as whom they look."""
        return Viewer(self.player, everything=self.writes)

    @cached_property
    def replay(self) -> ReplayedLog:
        """The game as they may know it."""
        return self.table.as_seen_by(self.viewer).replay

    @property
    def rulebook(self) -> Rulebook:
        """The rules of the game."""
        return self.replay.rulebook

    @property
    def seated(self) -> list[str]:
        """The players at the table now, in turn order."""
        return list(self.replay.view()["seated"])

    @property
    def head(self) -> str:
        """The head for their printouts; empty unless they see the whole record."""
        return self.table.head if self.writes else ""

    @property
    def writes(self) -> bool:
        """Return whether they keep the record."""
        return self.role is Role.SCRIBE

    @property
    def disputes(self) -> bool:
        """Return whether they may dispute events."""
        return self.role is not Role.VIEWER

    def may_write(self, event: Event) -> bool:
        """Return whether they may add this event: the scribe any, a player their own dispute."""
        if self.writes or self.player is None:
            return self.writes
        written_by = fold(event.get("scribe", self.player))
        return event["type"] == "dispute" and fold(event["by"]) == written_by == fold(self.player)


LETTERS: Final = "ACDEFGHJKLMNPQRTUVWXY34679"  # letters and digits that are hard to confuse
LENGTH: Final = 7  # gives 8,000 million codes, of which an address may guess 30 a minute
LIVES: Final = 15 * 60  # seconds until a code expires


class JoinCodes:
    """The valid codes; thread-safe. ``clock`` returns seconds.

    >>> codes = JoinCodes()
    >>> code = codes.make("a link's token")
    >>> codes.token(code.lower()), codes.token("ACDEFGH")
    ("a link's token", None)
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._kept: dict[str, tuple[str, float]] = {}

    def make(self, token: str) -> str:
        """Return a code for the link with this token."""
        now = self._clock()
        for code, (_token, until) in [*self._kept.items()]:
            if until <= now:
                self._kept.pop(code, None)
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self._kept[code] = token, now + LIVES
        return code

    def token(self, code: str) -> str | None:
        """Return the token for a code, ignoring case and spaces; None if it is not valid."""
        typed = "".join(code.upper().replace("-", " ").split())
        token, until = self._kept.get(typed, (None, 0.0))
        return token if until > self._clock() else None


def extension(name: str) -> Any:
    """Return a part of the current application, for any request."""
    return LocalProxy(lambda: current_app.extensions[f"referee-{name}"])


settings = cast(Settings, extension("settings"))
tables = cast(Tables, extension("tables"))
links = cast(Links, extension("links"))
join_codes = cast(JoinCodes, extension("join-codes"))


def visit(name: str, at_least: Role = Role.VIEWER) -> Visit:
    """Return this request's visit to a table. Ends the request with 404 if the table does not exist
    or the visitor has no link to it, without telling which; with 403 if their role may do less."""
    brought: Brought | None = current_app.extensions.get("referee-brought")
    if brought is not None:
        if brought.name != name:
            abort(404)
        found = Visit(cast(ServedTable, brought), brought.role, brought.player)
        found.replay = replayed([json.loads(line) for line in brought.lines])
    else:
        link = held_link(name)
        if settings.links and link is None:
            abort(404)
        try:
            table = tables.find(name)
        except NoSuchGame:
            abort(404)
        g.setdefault("held", ExitStack()).enter_context(table.lock)
        found = visit_by(link, table)
    if at_least.does_more_than(found.role):
        abort(403)
    return found


def visit_by(link: Link | None, table: ServedTable) -> Visit:
    """Return the visit with this link; without one, that of the server's single user."""
    return Visit(table, link.role, link.player) if link else Visit(table, Role.SCRIBE, None)


def rulebook_of(game: str) -> Rulebook:
    """Return the rulebook of a game; ends the request with 404 if there is none."""
    return rulebooks().get(game) or abort(404)


def names_for_visitor() -> list[str]:
    """Return the names of the games that this request may visit, newest first."""
    if settings.links:
        return [kept.name for kept in linked_tables()[::-1]]
    return tables.book.names()[::-1]


def page_of_tables(names: list[str]) -> tuple[list[str], int, bool]:
    """Return the names on the page in the address, its number, and whether more follow."""
    page = max(request.args.get("page", 1, type=int), 1)
    return names[(page - 1) * PAGE : page * PAGE], page, len(names) > page * PAGE


def linked_tables() -> list[Kept]:
    """Return the games to which this visitor has a link, in the order in which they were opened."""
    tokens = [token for name, token in request.cookies.items() if name.startswith(COOKIE)]
    held = filter(None, map(links.of, [*tokens, *filter(None, [_bearer()])]))
    seats = {link.table for link in held if held_link(link.table) is not None}
    return sorted(map(tables.book.game, seats), key=lambda kept: kept.position)


def held_link(name: str) -> Link | None:
    """Return the visitor's link to a table, from a program's header or a browser's cookie."""
    if not settings.links:
        return None
    bearer = _bearer()
    token = request.cookies.get(cookie_of(name)) if bearer is None else bearer
    link = links.of(token) if token else None
    return link if link is not None and link.table == name else None


def _bearer() -> str | None:
    kind, _, bearer = request.headers.get("Authorization", "").partition(" ")
    return bearer.strip() if kind.casefold() == "bearer" else None


def cookie_of(name: str) -> str:
    """Return the name of a table's cookie: a hash, because it may have only ASCII."""
    return COOKIE + sha256(name.encode()).hexdigest()[:16]


def release_tables(_: BaseException | None = None) -> None:
    """Release the tables that this request holds."""
    g.pop("held", ExitStack()).close()
