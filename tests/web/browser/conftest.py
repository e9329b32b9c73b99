"""A live server over a real record book, and phones to look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import make_server

from tests.web.browser.phones import Phones, Served, chromium

LayTable = Callable[..., Served]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The machine's own Chromium; it is started once."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Phones]:
    """Takes a phone out of the pocket: ``phone()``, ``phone(locale="es-NI", script=False)``."""
    contexts = []

    def take(
        locale: str = "en", *, script: bool = True, width: int = 360, height: int = 740
    ) -> Page:
        context = browser.new_context(
            locale=locale,
            java_script_enabled=script,
            viewport={"width": width, "height": height},
            has_touch=True,
            color_scheme="light",
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        return context.new_page()

    yield take
    for context in contexts:
        context.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server without links at a port of its own, over an empty book."""
    here = Served(tmp_path / "book.db")
    server = make_server("127.0.0.1", 0, here.app, threaded=True)
    here.address = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield here
    server.shutdown()
    thread.join()
    server.server_close()
