"""The server behind proxies: its URL, and the address of each visitor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from referee.web.settings import Settings
from referee.wording.language import _

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

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
