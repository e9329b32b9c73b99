"""Pages that keep themselves fresh: whoever has the newest one may wait for the next, and says so
with ``Prefer: wait=20`` (RFC 7240). Where nobody tells of news, or too many wait, they are answered
at once and ask again.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from threading import BoundedSemaphore
from time import monotonic
from typing import TYPE_CHECKING, Final, cast

from flask import Response, current_app, request
from werkzeug.http import parse_dict_header

from referee.web.access import let_go

if TYPE_CHECKING:
    from referee.store.postgres_news import PostgresNews

MOST: Final = 48
"""So many requests wait at once; each of them holds a thread."""

LONGEST: Final = 20
"""Seconds. Then the page is made anew, so that news which nobody told is seen, too."""


class WaitingRoom:
    """Lets requests wait for news of a table. Without ``news`` they are answered at once."""

    def __init__(self, news: PostgresNews | None) -> None:
        self.news = news
        self._places = BoundedSemaphore(MOST)

    def newest(self, table: str, page: Callable[[], Response]) -> Response:
        """The page, or its successor where the visitor has it already and prefers to wait."""
        wanted = _preferred()
        # marked before the page is made: what is written meanwhile is news
        mark = self.news.mark(table) if self.news and wanted else None
        if self.news is None or mark is None or not self._places.acquire(blocking=False):
            return page()
        try:
            answer, until = page(), monotonic() + wanted
            # news may have been told late, of what the visitor has seen
            while answer.status_code == HTTPStatus.NOT_MODIFIED and mark is not None:
                let_go()
                told = self.news.wait(table, mark, max(until - monotonic(), 0))
                mark = self.news.mark(table) if told else None
                answer = page()
        finally:
            self._places.release()
        answer.headers["Preference-Applied"] = f"wait={wanted}"
        return answer


def waiting_room() -> WaitingRoom:
    """The waiting room of this server."""
    return cast(WaitingRoom, current_app.extensions["referee-waiting"])


def minimal() -> bool:
    """Return whether a page is asked for without what stays (``Prefer: return=minimal``)."""
    return _preferences().get("return") == "minimal"


def _preferred() -> int:
    """How many seconds the visitor would wait; 0 where they do not say so."""
    said = _preferences().get("wait") or ""
    return min(int(said), LONGEST) if said.isascii() and said.isdigit() else 0


def _preferences() -> dict[str, str | None]:
    return parse_dict_header(request.headers.get("Prefer", ""))
