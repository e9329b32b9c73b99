"""A table in a record book, and programs that use it, each with its link."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from referee.store.links import Role
from tests.web.visitors import link, server

ANAS = ["Ah", "2h", "3h", "4d", "5d", "6d", "9c", "9s", "Kd"]
BETOS = ["As", "2s", "3s", "4c", "5c", "6c", "8d", "Td", "Qd"]

OPENING = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
LINES: list[dict[str, Any]] = [
    OPENING,
    {"type": "hand", "dealer": "Beto", "bet": 5},
    {"type": "deal", "hands": {"Ana": ANAS, "Beto": BETOS}},
    {"type": "cambio", "player": "Ana", "card": "Kd"},
    {"type": "cambio", "player": "Beto", "card": "Qd"},
    {"type": "draw", "player": "Ana", "card": "7c"},
]
"""A hand in play, with both hands recorded by the scribe."""

GAMES = "/api/v1/games"
FRIDAY = f"{GAMES}/friday"


@dataclass(frozen=True)
class Program:
    """A program that uses the web form, with the token of its link."""

    app: Flask
    token: str | None = None

    def get(self, path: str, **options: Any) -> TestResponse:
        return self._ask("GET", path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> TestResponse:
        return self._ask("POST", path, json=body, **options)

    def send(self, path: str, body: bytes | str, content_type: str) -> TestResponse:
        return self._ask("POST", path, data=body, content_type=content_type)

    def write(self, events: list[dict[str, Any]], expects: int) -> TestResponse:
        return self.post(f"{FRIDAY}/events", {"expects": expects, "events": events})

    def _ask(self, method: str, path: str, **options: Any) -> TestResponse:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= options.pop("headers", {})
        return self.app.test_client().open(path, method=method, headers=headers, **options)


def public_table(folder: Path) -> Program:
    """Return the single user of a server without links, with their game ``friday``."""
    user = Program(server(folder / "games.db", links=False))
    user.post(GAMES, {"name": "friday", "events": LINES})
    return user


def table_with_links(folder: Path) -> dict[str, Program]:
    """Return the programs of the scribe, of Ana, of Beto and of a viewer of ``friday``."""
    app = server(folder / "games.db")
    opened = Program(app).post(GAMES, {"name": "friday", "events": LINES}).json
    assert opened is not None
    tokens = {
        "scribe": opened["token"],
        "Ana": link(app, "friday", Role.PLAYER, "Ana"),
        "Beto": link(app, "friday", Role.PLAYER, "Beto"),
        "viewer": link(app, "friday", Role.VIEWER),
    }
    return {who: Program(app, token) for who, token in tokens.items()}
