"""Rules for every request: where it may come from and how much it may bring, and the headers of
every response."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from werkzeug.sansio.utils import host_is_trusted

from referee.web.settings import Settings

TOO_MUCH: Final = "referee.too_much"
"""Stands in the environment of a request whose body the server did not read."""

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)

HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

FRAMED: Final = {
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    "X-Frame-Options": "SAMEORIGIN",
}
"""Headers of pages that are shown in a frame of ours."""


def guard(app: Flask, settings: Settings) -> None:
    """Guard every request of this application."""

    @app.before_request
    def refuse_other_names() -> None:
        """Reject a Host header that is not ours (DNS rebinding)."""
        if not host_is_trusted(request.host, settings.known_hosts):
            abort(421)

    @app.before_request
    def refuse_too_much() -> None:
        """Refuse with 413 what the server did not read."""
        if TOO_MUCH in request.environ:
            abort(413)

    @app.before_request
    def refuse_other_sites() -> None:
        """A page of another site may not make a browser write here."""
        if request.method not in SAFE and is_of_another_site():
            abort(403)

    headers = {**HEADERS, **(FRAMED if settings.in_browser else {})}

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        if request.endpoint != "static":
            response.headers.setdefault("Cache-Control", "no-store")
        return response


def is_of_another_site() -> bool:
    """Return whether a page of another site makes the browser send this request. Programs that are
    no browsers send neither header.

    A browser says of which site a page is where the connection is trusted. Where it is not, as in a
    room's network, it names the page's origin; one that must not be named (``null``) is not ours.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = request.headers.get("Origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc != request.host
    except ValueError:
        return True
