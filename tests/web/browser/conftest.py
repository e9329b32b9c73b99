"""A live server over a real record book, and phones for its pages."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.browser.phones import ROOM, Phones, Served, chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the machine's own Chromium once. Only CI must have one."""
    if chromium() is None and "CI" not in os.environ:
        pytest.skip("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium(),
            args=["--no-sandbox", f"--host-resolver-rules=MAP {ROOM} 127.0.0.1"],
        )
        yield started
        started.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Phones]:
    """Return a function that makes a phone: ``phone("es-NI", java_script_enabled=False)``."""
    contexts = []

    def take(locale: str = "en", width: int = 360, height: int = 740, **settings: Any) -> Page:
        context = browser.new_context(
            locale=locale,
            viewport={"width": width, "height": height},
            has_touch=True,
            color_scheme="light",
            **{"service_workers": "block", **settings},
        )
        context.set_default_timeout(30_000)
        contexts.append(context)
        return context.new_page()

    yield take
    for context in contexts:
        context.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Yield a server without links at its own port, over an empty book."""
    with Served(tmp_path / "book.db").serving() as here:
        yield here
