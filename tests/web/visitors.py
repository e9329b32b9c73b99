"""Visitors of the web form: an application over a real record book, and clients."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from referee_schemas.log_so_far import LogSoFar
from referee_schemas.reading import read_log
from referee_schemas.sheets import read_sheet
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from referee.store import Entry, SQLiteBook
from referee.store.links import Role
from referee.store.opening import Location
from referee.web import Settings, create_app
from referee.web.access import cookie_of
from referee.web.judges import WAITING
from referee.web.serving import server_for
from tests.parts import part

SAMPLES = Path(__file__).parents[2] / "sample_games"

Line = dict[str, Any]

IN_PLAY: list[Line] = [
    {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]},
    {"type": "hand", "dealer": "Beto", "bet": 5},
    {"type": "deal", "hands": {
        "Ana": ["Ah", "2h", "3h", "4d", "5d", "6d", "9c", "9s", "Kd"],
        "Beto": ["As", "2s", "3s", "4c", "5c", "6c", "8d", "Td", "Qd"],
    }},
    {"type": "cambio", "player": "Ana", "card": "Kd"},
    {"type": "cambio", "player": "Beto", "card": "Qd"},
    {"type": "draw", "player": "Ana", "card": "7c"},
]  # fmt: skip
"""A hand in play, with both hands recorded by the scribe."""


def keep(book: Path, name: str, lines: list[Line]) -> None:
    """Put a game into the record book."""
    so_far = LogSoFar()
    entries = [Entry.of(so_far.add(line)) for line in lines]
    with SQLiteBook(book) as opened:
        opened.open_game(name, entries)


def sample(name: str) -> list[Line]:
    return [dict(line) for line in read_log(SAMPLES / f"{name}.jsonl")]


def laid(name: str) -> list[Line]:
    """Return the events of a sheet in ``tables.txt``."""
    lines = part(Path(__file__).with_name("tables.txt"), name)
    return [dict(line) for line in read_sheet("\n".join(lines), name)]


class CompiledRule(Rule):
    """An address of a page, compiled once for all applications of a process."""

    builders: ClassVar[dict[tuple[str, str, bool], Any]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Any:
        known = self.rule, str(self.defaults), append_unknown
        if known not in self.builders:
            self.builders[known] = super()._compile_builder(append_unknown)
        return self.builders[known]


Flask.url_rule_class = CompiledRule


def server(book: Location, **settings: Any) -> Flask:
    """Return the application over this book, by default with links."""
    app = create_app(Settings(book, **{"links": True, **settings}))
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache()
    return app


@contextmanager
def running(app: Flask) -> Iterator[int]:
    """Run the program's own server for this application; yield its port."""
    listening = server_for(app, "127.0.0.1", 0)
    thread = Thread(target=listening.run)
    thread.start()
    try:
        yield listening.effective_port
    finally:
        listening.pull_trigger()
        listening.asyncore.close_all(listening._map, ignore_all=True)
        thread.join()
        listening.task_dispatcher.shutdown()


@contextmanager
def serving(book: Location, **settings: Any) -> Iterator[int]:
    """Serve this book; yield the port."""
    with running(server(book, **settings)) as port:
        yield port


def addresses(
    app: Flask, values: Mapping[str, Sequence[object]], queries: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """Yield every address that answers to GET, from the application's own map: with each of these
    values of its variable parts, and then with each of these queries of its endpoint."""
    there = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint == "static":
            continue
        names = sorted(rule.arguments)
        for chosen in product(*(values[name] for name in names)):
            try:
                path = there.build(rule.endpoint, dict(zip(names, chosen, strict=True)))
            except ValueError:
                # not every format exists for everything
                continue
            yield path
            yield from (f"{path}?{query}" for query in queries.get(rule.endpoint, ()))


def link(app: Flask, table: str, role: Role, player: str | None = None) -> str:
    token: str = app.extensions["referee-links"].make(table, role, player)
    return token


def visitor(app: Flask, table: str, role: Role | None, player: str | None = None) -> FlaskClient:
    """Return a visitor's browser, with the cookie of a link to the table, or without any."""
    client = app.test_client()
    if role is not None:
        client.set_cookie(cookie_of(table), link(app, table, role, player))
    return client


def apart_and_here(app: Flask, judges: str, ask: Callable[[], TestResponse]) -> TestResponse:
    """Return an answer from another process; this one gives the same."""
    apart = ask()
    there = app.extensions.pop(judges)
    here = ask()
    app.extensions[judges] = there
    assert (apart.status_code, apart.data) == (here.status_code, here.data)
    for head in ("ETag", "Content-Security-Policy"):
        assert apart.headers.get(head) == here.headers.get(head)
    return apart


def take_all_places(app: Flask, judges: str) -> None:
    """Keep all processes that judge for others busy."""
    for _place in range(WAITING):
        app.extensions[judges].take_place()
