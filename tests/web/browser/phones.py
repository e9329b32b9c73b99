"""What the browser tests have in common: the server under test, and how a page is looked at."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, Protocol

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from referee.web import Settings, create_app
from referee.web.tables import Tables
from schemas.sheets import read_sheet

OPENED = """
desmoche
players Ana, Beto*
hand bet 5
"""
"""A table at which the first hand was opened, as the opening page leaves it."""


class Phones(Protocol):
    """Gives phones: each has its own cookies."""

    def __call__(
        self, locale: str = "en", *, script: bool = True, width: int = 360, height: int = 740
    ) -> Page:
        """A phone with an empty page."""


class Served:
    """The web form over a book, at an address."""

    def __init__(self, book: Path) -> None:
        self.app = create_app(Settings(book))
        self.address = ""

    @property
    def tables(self) -> Tables:
        """The tables of the server."""
        tables: Tables = self.app.extensions["referee-tables"]
        return tables

    def lay(self, sheet: str = OPENED, name: str = "friday") -> str:
        """A table with the events of this score sheet; gives its address."""
        self.tables.begin(name, read_sheet(sheet, "the sheet"))
        return f"{self.address}/tables/{name}"

    def lines(self, name: str = "friday") -> list[dict[str, Any]]:
        """The events that lie in the book."""
        return [stored.event() for stored in self.tables.book.read(name)]


def chromium() -> str:
    """The path of the machine's Chromium."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))


def wrong_for_some(page: Page) -> list[str]:
    """What axe finds that keeps somebody from using the page: the rule, and where."""
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


def wider_than_the_screen(page: Page) -> int:
    """By how many pixels the page runs out of the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
