"""The folder on Python's own server, and a browser that keeps its storage."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, sync_playwright

from tests.once import once
from tests.web.browser.phones import chromium

HERE = Path(__file__).parents[2]

START = 120_000
"""Milliseconds for the referee to start on the slowest machine."""


class Site:
    """The folder at an address, below a path, as on a host with other pages."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "club"
        self._handler = partial(SimpleHTTPRequestHandler, directory=str(root))
        self._port = 0

    @property
    def address(self) -> str:
        return f"http://localhost:{self._port}/club/"

    @contextmanager
    def served(self) -> Iterator[None]:
        """Serve it, always at the same port."""
        server = ThreadingHTTPServer(("127.0.0.1", self._port), self._handler)
        self._port = server.server_port
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()
            server.server_close()


def built(folder: Path) -> None:
    """Write the folder as its reader does."""
    command = [sys.executable, "-m", "referee.static", str(folder)]
    kept = HERE / "build" / "pyodide"
    subprocess.run([*command, "--runtime", str(kept)], cwd=HERE, check=True)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    missing = [one for one in ("node", "npm") if shutil.which(one) is None]
    if (missing or chromium() is None) and "CI" not in os.environ:
        pytest.skip("needs Node.js and Chromium")
    return once(tmp_path_factory, "static", lambda folder: built(folder / "club")) / "club"


@pytest.fixture
def site(folder: Path, tmp_path: Path) -> Site:
    """Return a separate copy of the folder."""
    shutil.copytree(folder, tmp_path / "www" / "club")
    return Site(tmp_path / "www")


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Callable[[], BrowserContext]]:
    """Return a function that opens the browser anew, with its storage."""
    with sync_playwright() as playwright:
        open_ones = []

        def opens() -> BrowserContext:
            context = playwright.chromium.launch_persistent_context(
                tmp_path / "profile",
                executable_path=chromium(),
                args=["--no-sandbox", "--disable-gpu"],
                viewport={"width": 360, "height": 740},
                has_touch=True,
                locale="en",
                accept_downloads=True,
            )
            context.set_default_timeout(20_000)
            open_ones.append(context)
            return context

        yield opens
        for context in open_ones:
            context.close()


def pages_of(page: Page, address: str) -> Frame:
    """Open an address of the site; return the frame with the pages once they are there."""
    page.goto(address)
    page.locator("body.open").wait_for(timeout=START)
    frame = page.frame("pages")
    assert frame is not None
    path = address.partition("#")[2]
    if path.startswith("/"):
        frame.wait_for_url(lambda url: url.endswith(path), timeout=START)
    frame.locator("main h1, main h2").first.wait_for(timeout=START)
    return frame
