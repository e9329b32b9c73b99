"""The table, as everyone may see it."""

from typing import Final

from flask import Blueprint, Response, request

from referee.web.access import visit
from referee.web.responses import page_of
from referee.web.waiting import waiting_room

PAGES = Blueprint("table", __name__)

LATELY: Final = 6  # the number of recent lines shown beside the table


@PAGES.get("/tables/<name>")
def show(name: str) -> Response:
    """Show the table as it is now. A client that has the newest page gets only that answer, or
    waits for the next page."""

    def newest() -> Response:
        here = visit(name)
        replay = here.replay
        answer = page_of(
            "table.html",
            visit=here,
            last=len(replay.lines),
            lately=replay.events[: -LATELY - 1 : -1],
            standing=replay.standing(),
        )
        answer.add_etag()
        answer.make_conditional(request)
        return answer

    return waiting_room.newest(name, newest)
