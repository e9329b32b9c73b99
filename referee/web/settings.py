"""The settings of a server, given when it is started."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, urlsplit

from referee.store.opening import Place

LARGEST_BODY: Final = 4 * 2**20
"""Bytes of one request: some ten thousand events."""

HERE: Final = ("localhost", "127.0.0.1", "[::1]")
"""The names by which a machine calls itself."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the record book lies, and who may come.

    ``links`` says whether every visitor needs a table's link; without it whoever reaches the
    server is its single user and may do everything. ``hosts`` are the names and addresses by which
    the server may be called. ``url`` is how visitors reach it through so many ``proxies``; without
    one there is no proxy. See `referee.web.proxy.read_url`. What is asked about a ``long_game``, of
    more events than that, is answered by another process. ``in_browser``, pages and server are in
    one browser: there is no other process, and the pages are shown in a frame.
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
