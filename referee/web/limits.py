"""How often somebody may ask for what costs the referee much, and how often a link may be guessed.

Only a server that others can reach has limits: a single user has nobody to share with.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from flask import Flask, abort, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

EVERYTHING: Final = parse("6000/minute")
"""Whatever comes from one address: a room of phones that look every other second."""

COSTLY: Final = parse("60/minute")
GUESSES: Final = parse("30/minute")
NEW_TABLES: Final = parse("20/minute")
WRITING: Final = parse("1200/minute")

BY_ENDPOINT: Final[dict[str, RateLimitItem]] = {
    "links.follow": GUESSES,
    "opening.begin": NEW_TABLES,
    "report.check": COSTLY,
    "whatif.crux": COSTLY,
}
"""What has a limit of its own. All else that writes has that of ``WRITING``."""


def limit(app: Flask) -> None:
    """Refuse who asks too often with 429."""
    limiter = FixedWindowRateLimiter(MemoryStorage())

    @app.before_request
    def count() -> None:
        address = request.remote_addr or ""
        endpoint = request.endpoint or ""
        if not limiter.hit(EVERYTHING, address):
            abort(429)
        own = BY_ENDPOINT.get(endpoint)
        if own is not None and not limiter.hit(own, address, endpoint):
            abort(429)
        writes = request.method not in ("GET", "HEAD", "OPTIONS")
        if own is None and writes and not limiter.hit(WRITING, _seat(), "writing"):
            abort(429)


def _seat() -> str:
    """Who writes: by what he brings to show it, which is not kept, else by his address."""
    shown = request.headers.get("Authorization") or request.headers.get("Cookie")
    return sha256(shown.encode()).hexdigest() if shown else request.remote_addr or ""
