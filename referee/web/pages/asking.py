"""The questions to ask the table: points that the record leaves open, and the result of each
answer."""

from typing import Final

from flask import Blueprint, Response, abort, request

from referee.store import Conflict
from referee.web.access import Visit, scribe_of, visit
from referee.web.answers_in_play import questions
from referee.web.responses import lead_to, page_of
from referee.wording.language import _
from referee.wording.sentences import symbols

PAGES = Blueprint("asking", __name__)

MOST_EVENTS: Final = 300
"""The longest record whose answers are tried while the page waits; longer ones need the command
line."""

MOST_POINTS: Final = 9999  # the most points that an answer can be


@PAGES.get("/tables/<name>/ask")
def show(name: str) -> Response:
    """Show the open questions, those with the most at stake first."""
    return _page(visit(name))


@PAGES.post("/tables/<name>/ask")
def answer(name: str) -> Response:
    """Record the table's answer."""
    here = scribe_of(name)
    known = request.form.get("expects", -1, type=int)
    if known != len(here.replay.lines):
        text = _("The record has changed since you looked. Look at the questions again.")
        return _page(here, fault=text, status=409)
    number, chosen = (request.form.get(field, -1, type=int) for field in ("question", "answer"))
    found = questions(here.replay, symbols)
    if not (0 <= number < len(found) and 0 <= chosen <= MOST_POINTS):
        abort(400)
    question = found[number]
    if question.with_number is not None:
        edit = question.with_number(chosen)
    elif chosen < len(question.worlds):
        edit = question.worlds[chosen].edit
    else:
        abort(400)
    try:
        here.table.write([dict(line) for line in edit], known)
    except Conflict as problem:
        return _page(here, fault=str(problem), status=409)
    return lead_to("asking.show", name=name)


def _page(here: Visit, *, fault: str = "", status: int = 200) -> Response:
    known = len(here.replay.lines)
    return page_of(
        "asking.html",
        status,
        visit=here,
        questions=questions(here.replay, symbols) if known <= MOST_EVENTS else None,
        known=known,
        most=MOST_EVENTS,
        fault=fault,
        signs=symbols,
    )
