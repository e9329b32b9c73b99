"""The settings of a server, given when it is started."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from referee.store.opening import Place
from referee.wording.language import _

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

LARGEST_BODY: Final = 4 * 2**20
"""Bytes of one request: some ten thousand events."""

HERE: Final = ("localhost", "127.0.0.1", "[::1]")
"""The names by which a machine calls itself."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the record book lies, and who may come.

    ``links`` says whether every visitor needs a table's link; without it whoever reaches the
    server is its single user and may do everything. ``hosts`` are the names and addresses by which
    the server may be called. ``url`` (see `read_url`) is how visitors reach it through so many
    ``proxies``; without one there is no proxy. Another process answers questions about a
    ``long_game``, of more events than that. ``in_browser``, pages and server are in one browser:
    there is no other process, and the pages are shown in a frame.
    """

    book: Place
    links: bool = False
    hosts: tuple[str, ...] = HERE
    url: str = ""
    proxies: int = 1
    long_game: int = 3000
    in_browser: bool = False

    @property
    def origin(self) -> SplitResult:
        """The parts of the URL."""
        return urlsplit(self.url)

    @property
    def known_hosts(self) -> list[str]:
        """The hosts that a request may name."""
        return [*self.hosts, *filter(None, [self.origin.hostname])]


PORTS: Final = {"http": 80, "https": 443}
"""The schemes of a URL, each with the port that needs no mention."""


def read_url(text: str) -> str:
    """Return the URL of a server as scheme, host and, where it is unusual, port. Raises ValueError
    with a sentence for people.

    >>> read_url("HTTPS://Referee.Club.example:443/"), read_url("http://[2001:db8::7]:8080")
    ('https://referee.club.example', 'http://[2001:db8::7]:8080')
    """
    wanted = _("Write the URL with its scheme and host, such as https://referee.club.example.")
    try:
        url = urlsplit(text.strip())
        port = url.port
        text.encode("ascii")
    except ValueError as problem:
        raise ValueError(wanted) from problem
    if url.scheme not in PORTS or not url.hostname or "@" in url.netloc:
        raise ValueError(wanted)
    if url.path.strip("/") or url.query or url.fragment:
        raise ValueError(
            _("The referee needs a host of its own: leave out {path}.").format(
                path=text.strip().partition(url.netloc)[2]
            )
        )
    host = f"[{url.hostname}]" if ":" in url.hostname else url.hostname
    named = "" if port in (None, PORTS[url.scheme]) else f":{port}"
    return f"{url.scheme}://{host}{named}"


def serve_behind_proxies(app: Flask, settings: Settings) -> None:
    """Take requests for the host of the settings' URL as asked for at that URL, and their visitor's
    address from ``X-Forwarded-For``, to which each proxy adds one. Nothing else that is forwarded
    counts, and nothing at all of a request that names another host."""
    direct = app.wsgi_app
    forwarded = ProxyFix(direct, x_for=settings.proxies, x_proto=0, x_host=0)
    url = urlsplit(settings.url)

    def serve(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if _hostname(environ.get("HTTP_HOST", "")) != url.hostname:
            return direct(environ, start_response)
        environ["wsgi.url_scheme"], environ["HTTP_HOST"] = url.scheme, url.netloc
        return forwarded(environ, start_response)

    # Flask has no other place for it
    app.wsgi_app = serve  # type: ignore[method-assign]


def _hostname(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None
