"""The settings of a server, given when it is started."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from referee.store.opening import Location
from referee.wording.language import _

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

LARGEST_BODY: Final = 4 * 2**20  # bytes of one request: some ten thousand events
HERE: Final = ("localhost", "127.0.0.1", "[::1]")  # the names by which a machine calls itself


@dataclass(frozen=True, slots=True)
class Settings:
    """The place of the record book, and the access to the server.

    With ``links`` every visitor needs a table's link; without, anyone who reaches the server is its
    single user and may do everything. ``hosts`` are the names and addresses of the server. ``url``
    (see `read_url`) is its public address, through this many ``proxies``; without one there is no
    proxy. Questions about a ``long_game``, with more events than that, go to another process. With
    ``in_browser`` the server runs in the browser: there is no other process, and the pages are in a
    frame.
    """

    book: Location
    links: bool = False
    hosts: tuple[str, ...] = HERE
    url: str = ""
    proxies: int = 1
    long_game: int = 3000
    in_browser: bool = False

    @property
    def known_hosts(self) -> list[str]:
        """The hosts that a request may name."""
        return [*self.hosts, *filter(None, [urlsplit(self.url).hostname])]


PORTS: Final = {"http": 80, "https": 443}  # the schemes of a URL, each with its default port


def read_url(text: str) -> str:
    """Return the URL of a server as scheme, host and, if unusual, port. Raises ValueError with a
    message for people.

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
    """Treat requests for the host of the settings' URL as made to that URL, and take their
    visitor's address from ``X-Forwarded-For``, to which each proxy adds one. Other forwarded
    headers are ignored, and so are all of them in requests for another host."""
    direct = app.wsgi_app
    forwarded = ProxyFix(direct, x_for=settings.proxies, x_proto=0, x_host=0)
    url = urlsplit(settings.url)

    def serve(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if _hostname(environ.get("HTTP_HOST", "")) != url.hostname:
            return direct(environ, start_response)
        environ["wsgi.url_scheme"], environ["HTTP_HOST"] = url.scheme, url.netloc
        return forwarded(environ, start_response)

    app.wsgi_app = serve  # type: ignore[method-assign] # as Flask's documentation does it


def _hostname(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None
