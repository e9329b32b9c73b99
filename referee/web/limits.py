"""Rate limits for expensive requests, and for guessing links.

They count by address, because the sender controls everything else in a request. Only a server that
others can reach has limits.
"""

import time
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import Final

from flask import Flask, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import TooManyRequests

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
printing.table_as_pdf printing.table_to_reckon printing.blank_sheet_as_pdf
dispute.ruling_as_pdf dispute.case_as_pdf
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

PREFIX: Final = 64  # bits of an IPv6 address that identify a household


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
        elif request.method not in ("GET", "HEAD", "OPTIONS"):
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
    return str(ip_network((known, PREFIX), strict=False))
