"""Common parts of the browser tests: the server under test, and phones that look at its pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, Protocol, Self

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from referee_schemas.reading import read_log
from referee_schemas.sheets import read_sheet
from werkzeug.serving import make_server

from referee.store.links import Role
from referee.web.settings import HERE
from referee.web.tables import Tables
from tests.web.visitors import server

ROOM = "table.test"
"""The name by which phones call the server of a room: not a name of their own machine."""

OPENED = """
desmoche
players Ana, Beto*
hand bet 5
"""
"""A table at which the first hand was opened, as the opening page leaves it."""


class Phones(Protocol):
    """Gives phones: each has its own cookies."""

    def __call__(
        self,
        locale: str = "en",
        *,
        script: bool = True,
        width: int = 360,
        height: int = 740,
        worker: bool = False,
    ) -> Page:
        """A phone with an empty page; ``worker`` if it takes pages in as a program of its own."""


class Served:
    """The web form over a book, at an address."""

    def __init__(self, book: Path, *, links: bool = False, hosts: tuple[str, ...] = HERE) -> None:
        self.app = server(book, links=links, hosts=hosts)
        self.address = ""

    @contextmanager
    def serving(self) -> Iterator[Self]:
        """Serve it at a port of its own."""
        listening = make_server("127.0.0.1", 0, self.app, threaded=True)
        self.address = f"http://127.0.0.1:{listening.server_port}"
        thread = Thread(target=listening.serve_forever)
        thread.start()
        try:
            yield self
        finally:
            listening.shutdown()
            thread.join()
            listening.server_close()

    @property
    def tables(self) -> Tables:
        """The tables of the server."""
        tables: Tables = self.app.extensions["referee-tables"]
        return tables

    def link(self, role: Role, name: str = "friday") -> str:
        """The token of a fresh link to a table."""
        token: str = self.app.extensions["referee-links"].make(name, role)
        return token

    def lay(self, sheet: str = OPENED, name: str = "friday") -> str:
        """A table with the events of this score sheet; gives its address."""
        self.tables.begin(read_sheet(sheet, "the sheet"), name)
        return f"{self.address}/tables/{name}"

    def keep(self, log: Path, name: str) -> str:
        """A table with the events of this log; gives its address."""
        self.tables.begin(list(read_log(log)), name)
        return f"{self.address}/tables/{name}"

    def lines(self, name: str = "friday") -> list[dict[str, Any]]:
        """The events that lie in the book."""
        return [stored.event() for stored in self.tables.book.read(name)]


def chromium() -> str | None:
    """The path of the machine's Chromium; None where it has none."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


def wrong_for_some(page: Page) -> list[str]:
    """Return what axe finds that keeps somebody from using the page: the rule, and where."""
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


def wider_than_the_screen(page: Page) -> int:
    """By how many pixels the page runs out of the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
