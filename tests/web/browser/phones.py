"""Common parts of the browser tests: the server under test, and phones."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FloatRect, Locator, Page

from referee.web.settings import HERE
from referee.web.tables import Tables
from tests.web.visitors import running, server

ROOM = "table.test"
"""The name of a room's server for phones: not a name of their own machine."""

Phones = Callable[..., Page]
"""Makes phones, each with its own cookies and an empty page (see the fixture ``phone``)."""


class Served:
    """The web form over a book, at an address."""

    def __init__(self, book: Path, *, links: bool = False, hosts: tuple[str, ...] = HERE) -> None:
        self.app = server(book, links=links, hosts=hosts)
        self.address = ""

    @contextmanager
    def serving(self) -> Iterator[Self]:
        with running(self.app) as port:
            self.address = f"http://127.0.0.1:{port}"
            yield self

    @property
    def tables(self) -> Tables:
        tables: Tables = self.app.extensions["referee-tables"]
        return tables


def chromium() -> str | None:
    """Return the path of the machine's Chromium; None if there is none."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


def wrong_for_some(page: Page) -> list[str]:
    """Return what keeps somebody from using the page: what axe finds, and where; and by how many
    pixels it runs out of the screen."""
    found = [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in Axe().run(page).response["violations"]
        for node in each["nodes"]
    ]
    wider = wider_than_the_screen(page)
    return [*found, f"{wider} pixels wider than the screen"] if wider > 0 else found


def wider_than_the_screen(page: Page) -> int:
    """Return by how many pixels the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def place_of(part: Locator) -> FloatRect:
    """Return the place of a part of the page on the screen."""
    box = part.bounding_box()
    assert box is not None
    return box


def hidden(keys: Locator) -> list[str]:
    """Return what stands on the keys that are not whole on the screen, or that a finger could not
    touch in their middle."""
    found: list[str] = keys.evaluate_all(
        """all => all.filter(key => {
            const box = key.getBoundingClientRect();
            const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            const whole = box.x >= 0 && box.y >= 0
                && box.right <= innerWidth && box.bottom <= innerHeight;
            return !whole || at === null || !(key.contains(at) || at.contains(key));
        }).map(key => key.innerText || key.value || key.outerHTML)"""
    )
    return found


def taps(page: Page, key: Locator) -> None:
    """Tap a key that sends a request, and wait for the answer."""
    with page.expect_response(lambda answer: answer.status != 303):
        key.tap()
    page.locator("html:not(.busy)").wait_for()
