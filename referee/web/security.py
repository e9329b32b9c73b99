"""Checks of every request and response: origin, size, headers, and how many there are.

The length of a compressed answer reveals something of its content, even over TLS, to an attacker
who listens and controls part of the answer (BREACH). So an answer is not compressed if another site
made the browser request it, or if it says ``no-transform``, as the page with new links does.

The limits count by address, because the sender controls everything else in a request. Only a
server that others can reach has them: for expensive requests, and for guessing links.
"""

import gzip
import time
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import TooManyRequests
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


EVERYTHING: Final = parse("6000/minute")
"""All requests from one address: a room of phones that look every other second."""

COSTLY: Final = parse("60/minute")
GUESSES: Final = parse("30/minute")
NEW_TABLES: Final = parse("20/minute")
WRITING: Final = parse("1200/minute")

KEPT_LOGS: Final = parse("10/minute")

_COSTLY: Final = """
report.check whatif.crux whatif.show quarrels.topic season.take_away
checking.check judging.rule judging.suppose
printing.table_as_pdf printing.as_spreadsheet printing.blank_sheet_as_pdf
dispute.as_pdf
"""

BY_ENDPOINT: Final[dict[str, RateLimitItem]] = {
    **dict.fromkeys(_COSTLY.split(), COSTLY),
    "links.follow": GUESSES,
    "start.join": GUESSES,
    "opening.begin": NEW_TABLES,
    "report.keep": KEPT_LOGS,
    "games.begin": NEW_TABLES,
}
"""Endpoints with a limit of their own. Every other endpoint that writes has that of ``WRITING``."""

HOUSEHOLD: Final = 64  # bits of an IPv6 address that identify a household


def limit(app: Flask) -> None:
    """Refuse too many requests with 429, and the time to try again."""
    limiter = FixedWindowRateLimiter(MemoryStorage())

    def count_one(item: RateLimitItem, *who: str) -> None:
        if not limiter.hit(item, *who):
            begins_anew = limiter.get_window_stats(item, *who).reset_time
            raise TooManyRequests(retry_after=max(ceil(begins_anew - time.time()), 1))

    @app.before_request
    def count() -> None:
        somebody, endpoint = household(request.remote_addr or ""), request.endpoint or ""
        count_one(EVERYTHING, somebody)
        own = BY_ENDPOINT.get(endpoint)
        if own is not None:
            count_one(own, somebody, endpoint)
        elif request.method not in SAFE:
            count_one(WRITING, somebody, "writing")


def household(address: str) -> str:
    """Return the household of an address: for IPv6 its first bits.

    >>> household("192.168.1.7"), household("2001:db8:1:2:aaaa::7"), household("::ffff:10.0.0.7")
    ('192.168.1.7', '2001:db8:1:2::/64', '10.0.0.7')
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ip_network((known, HOUSEHOLD), strict=False))
