"""The table, as everyone may see it."""

from functools import partial
from typing import Final

from flask import Blueprint, Response, request

from referee.judging.summary import counts_points, in_words, so_far
from referee.web.access import visit
from referee.web.responses import page_of
from referee.web.waiting import waiting_room
from referee.wording.sentences import symbols

PAGES = Blueprint("table", __name__)

LATELY: Final = 6  # the number of recent lines shown beside the table


@PAGES.get("/tables/<name>")
def show(name: str) -> Response:
    """Show the table as it is now. A client that has the newest page gets only that answer, or
    waits for the next page."""
    return waiting_room.newest(name, partial(_page, name))


def _page(name: str) -> Response:
    here = visit(name)
    replay = here.replay
    lately = replay.events[: -LATELY - 1 : -1]
    standing = replay.standing()
    answer = page_of(
        "table.html",
        visit=here,
        last=len(replay.lines),
        lately=[(seq, in_words(event, here.rulebook.sayings, symbols)) for seq, event in lately],
        totals=so_far(standing),
        counts_points=counts_points(standing),
    )
    answer.add_etag()
    answer.make_conditional(request)
    return answer
