"""Checks of every request and response: origin, size, headers.

The length of a compressed answer reveals something of its content, even over TLS, to an attacker
who listens and controls part of the answer (BREACH). So an answer is not compressed if another site
made the browser request it, or if it says ``no-transform``, as the page with new links does. From
the length of another player's page a player may still guess its content, but an uncompressed page
reveals as much.
"""

import gzip
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from werkzeug.sansio.utils import host_is_trusted

from referee.web.settings import Settings

TOO_MUCH: Final = "referee.too_much"
"""Set in the environment of a request whose body the server did not read."""

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
    """Guard every request of this application, and compress answers where accepted."""
    headers = {**HEADERS, **(FRAMED if settings.in_browser else {})}
    app.after_request(_compressed)

    @app.before_request
    def refuse() -> None:
        if not host_is_trusted(request.host, settings.known_hosts):
            # DNS rebinding
            abort(421)
        if TOO_MUCH in request.environ:
            abort(413)
        if request.method not in SAFE and is_of_another_site():
            abort(403)

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        if request.endpoint != "static":
            response.headers.setdefault("Cache-Control", "no-store")
        return response


def is_of_another_site() -> bool:
    """Return whether a page of another site makes the browser send this request. Other programs
    send neither header.

    On a trusted connection a browser names the relation of the page's site. On others, such as a
    room's network, it names the page's origin; a hidden one (``null``) is not ours.
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


TEXT: Final = ("text/", "application/json", "application/manifest+json", "image/svg+xml")

WORTH_IT: Final = 500  # in bytes; a shorter answer fits into one packet anyway


def _compressed(answer: Response) -> Response:
    is_whole = not (answer.direct_passthrough or answer.is_streamed)
    if not (is_whole and (answer.mimetype or "").startswith(TEXT)):
        return answer
    answer.vary.add("Accept-Encoding")
    body = answer.get_data()
    asked = request.accept_encodings["gzip"] and not answer.cache_control.no_transform
    if len(body) < WORTH_IT or not asked or is_of_another_site():
        return answer
    answer.set_data(gzip.compress(body, mtime=0))
    answer.content_encoding = "gzip"
    tag, _is_weak = answer.get_etag()
    if tag is not None:
        # the same page, in other bytes
        answer.set_etag(tag, weak=True)
    return answer
