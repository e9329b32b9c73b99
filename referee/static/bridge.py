"""The pages in a browser without a server: requests and responses are messages."""

import json
from contextlib import suppress
from http import HTTPStatus
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote, urlsplit

import segno
from werkzeug.test import Client

from referee.store import NoSuchGame
from referee.web import Settings, create_app
from referee.web.tables import Tables

BOOK: Final = "book.db"
COOKIES: Final = "cookies.json"
LONGEST_IN_CODE: Final = 1200
"""The most characters of a link whose QR code a phone can read from a screen."""


class Pages:
    """The pages over the record book in a folder; ``address`` is their base URL."""

    def __init__(self, folder: str, address: str) -> None:
        self._folder = Path(folder)
        self._address = address
        hosts = (str(urlsplit(address).hostname),)
        self._app = create_app(Settings(self._folder / BOOK, hosts=hosts, in_browser=True))
        self._client = Client(self._app, use_cookies=False)
        self._cookies: dict[str, str] = {}
        with suppress(OSError, ValueError):
            kept = json.loads((self._folder / COOKIES).read_text("utf-8"))
            self._cookies = kept if isinstance(kept, dict) else {}

    def answer(self, method: str, path: str, headers: Any, body: bytes | None) -> list[Any]:
        """Return the status, the headers as pairs, and the body of the response to a request."""
        sent = [(name, value) for name, value in headers if name.lower() != "cookie"]
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        given = self._client.open(
            path,
            base_url=self._address,
            method=method,
            headers=[*sent, ("Cookie", cookies)] if cookies else sent,
            data=body,
        )
        self._keep_cookies(given.headers.getlist("Set-Cookie"))
        return [given.status_code, [[*pair] for pair in given.headers], given.get_data()]

    def _keep_cookies(self, lines: list[str]) -> None:
        """Store cookies beside the record book: a worker's response cannot set any."""
        if not lines:
            return
        for line in lines:
            for name, morsel in SimpleCookie(line).items():
                self._cookies[name] = morsel.coded_value
                if morsel["max-age"] == "0":
                    del self._cookies[name]
        fresh = self._folder / f"{COOKIES}.new"
        fresh.write_text(json.dumps(self._cookies), "utf-8")
        fresh.replace(self._folder / COOKIES)

    def playing(self, path: str) -> bool:
        """Return whether a hand is being played at the table of this page."""
        name = table_of(path)
        tables: Tables = self._app.extensions["referee-tables"]
        try:
            return name is not None and tables.find(name).game.replay.play.hand_is_open
        except NoSuchGame:
            return False

    def evening(self, path: str) -> list[str]:
        """Return the name of this page's table and its log in JSON Lines; empty elsewhere."""
        name = table_of(path)
        if name is None:
            return []
        status, _headers, log = self.answer("GET", f"/tables/{quote(name)}/log.jsonl", [], None)
        return [name, log.decode()] if status == HTTPStatus.OK else []


def table_of(path: str) -> str | None:
    """Return the name of the table to which a page belongs.

    >>> table_of("/tables/friday%20night/pad?ask=1"), table_of("/rulebook")
    ('friday night', None)
    """
    root, *parts = urlsplit(path).path.split("/")
    return unquote(parts[1]) if not root and parts[:1] == ["tables"] and parts[1:2] else None


def code(link: str) -> str:
    """Return a link as a QR code in SVG; empty if it is too long."""
    if len(link) > LONGEST_IN_CODE:
        return ""
    return str(segno.make_qr(link, error="l").svg_inline(scale=4, border=4))
