"""Self-refreshing pages: a client with the newest page may wait for the next one, with ``Prefer:
wait=20`` (RFC 7240). Without news, or if too many wait, it is answered at once and polls."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from threading import BoundedSemaphore
from time import monotonic
from typing import TYPE_CHECKING, Final, cast

from flask import Response, request
from werkzeug.http import parse_dict_header

from referee.web.access import extension, release_tables

if TYPE_CHECKING:
    from referee.store.postgres import PostgresNews

MOST: Final = 48  # the most waiting requests; each of them holds a thread

LONGEST: Final = 20  # seconds until the page is made anew, to catch missed news


class WaitingRoom:
    """Lets requests wait for news of a table. Without ``news`` they are answered at once."""

    def __init__(self, news: PostgresNews | None) -> None:
        self.news = news
        self._places = BoundedSemaphore(MOST)

    def newest(self, table: str, page: Callable[[], Response]) -> Response:
        """Return the page, or wait for the next one if the visitor has it and prefers to wait."""
        said = _preferences().get("wait") or ""
        wanted = min(int(said), LONGEST) if said.isascii() and said.isdigit() else 0
        # mark before the page is made, so that anything written meanwhile counts as news
        mark = self.news.mark(table) if self.news and wanted else None
        if self.news is None or mark is None or not self._places.acquire(blocking=False):
            return page()
        try:
            answer, until = page(), monotonic() + wanted
            # news may come late, about what the visitor has seen already
            while answer.status_code == HTTPStatus.NOT_MODIFIED and mark is not None:
                release_tables()
                news = self.news.wait(table, mark, max(until - monotonic(), 0))
                mark = self.news.mark(table) if news else None
                answer = page()
        finally:
            self._places.release()
        answer.headers["Preference-Applied"] = f"wait={wanted}"
        return answer


waiting_room = cast(WaitingRoom, extension("waiting"))


def minimal() -> bool:
    """Return whether the page is requested without its fixed parts (``Prefer: return=minimal``)."""
    return _preferences().get("return") == "minimal"


def _preferences() -> dict[str, str | None]:
    return parse_dict_header(request.headers.get("Prefer", ""))
