"""The start page: go to a table, open one, or judge a log."""

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from time import monotonic
from typing import Any, Final

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from referee.judging.names import fold
from referee.judging.registry import find
from referee.store import BookError
from referee.web import access, responses
from referee.web.access import tables
from referee.web.responses import asked, lead_to
from referee.wording.language import _

PAGES = Blueprint("start", __name__)

TONIGHT: Final = timedelta(hours=12)  # a table is tonight's if it was opened less than this ago
MOST_REMEMBERED: Final = 12  # the most players offered when a table is opened
PATIENCE: Final = 0.1  # seconds that a list of tables waits for tables in use
LOOKED_THROUGH: Final = 30  # the number of tables searched for known players


def remembered_players() -> list[str]:
    """Return the players of the newest tables that this request may visit."""
    seen: dict[str, str] = {}
    for name in access.names_for_visitor()[:LOOKED_THROUGH]:
        for player in _players(name):
            seen.setdefault(fold(player), player)
    return list(seen.values())[:MOST_REMEMBERED]


def _players(name: str) -> list[str]:
    """Return the players who opened a table; none if it is damaged."""
    return list(tables.opening(name).get("players", ()))


def _listed(name: str, until: float) -> dict[str, Any]:
    """Return a table for a list, as this visitor may know it."""
    opening = tables.opening(name)
    try:
        game = find(opening["game"]).title
    except (KeyError, TypeError):
        game = ""
    opened_at = datetime.fromisoformat(tables.book.game(name).opening.opened_at)
    days = ["", *((date.today() - timedelta(days=ago)).isoformat() for ago in (0, 1))]
    standing = None
    is_tonight = datetime.now(UTC) - opened_at < TONIGHT and opening.get("date", "") in days
    if is_tonight:
        # the standing of the last visit if the table is in use; none if it is damaged
        with suppress(BookError):
            table = tables.opened(name)
            viewer = access.visit_by(access.held_link(name), table).viewer
            standing = table.standing(viewer, max(until - monotonic(), 0))
    return {
        "name": name,
        "title": opening.get("title") or name,
        "game": game,
        "players": _players(name),
        "day": opening.get("date", ""),
        "is_tonight": is_tonight,
        "standing": standing,
        "unit": opening.get("unit", ""),
    }


@PAGES.get("/")
def show() -> str:
    """Show the start page, with the tables that the visitor may visit."""
    return start_page()


@PAGES.post("/join")
def join() -> Response:
    """Follow a link that was typed, as a code or in full."""
    code = asked("code")
    token = code.rpartition("/join/")[2] if "/join/" in code else access.join_codes.token(code)
    if not token:
        fault = _("No table has this code now. Codes work for 15 minutes: ask for a new one.")
        return make_response(start_page(join_fault=fault), 422)
    return lead_to("links.follow", token=token)


@PAGES.post("/look")
def look() -> Response:
    """Store the display preferences: two or four suit colours, light or dark pages, larger text."""
    here = responses.local_address(request.form.get("back", "")) or url_for("start.show")
    answer = make_response(redirect(here, 303))
    for name, options in responses.CHOICES.items():
        if request.form.get(name) in options:
            responses.set_cookie(answer, name, request.form[name])
    return answer


def start_page(**more: object) -> str:
    """Return the start page; ``more`` has errors, and the input that caused them."""
    player = asked("player")
    names = [
        name
        for name in access.names_for_visitor()
        if not player or any(fold(player) in fold(seated) for seated in _players(name))
    ]
    names, page, older = access.page_of_tables(names)
    until = monotonic() + PATIENCE
    known = [_listed(name, until) for name in names]
    return render_template(
        "start.html",
        tonight=[table for table in known if table["is_tonight"]],
        earlier=[table for table in known if not table["is_tonight"]],
        page=page,
        older=older,
        player=player,
        **more,
    )
