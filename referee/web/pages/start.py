"""The start page: go to a table, open one, or judge a log."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, make_response, render_template, request

from referee.judging.names import fold
from referee.judging.registry import find
from referee.store import BookError
from referee.web import access, responses
from referee.web.access import tables
from referee.web.responses import LONGEST, asked, lead_to
from referee.web.tables import Standing
from referee.wording.language import _

TONIGHT: Final = timedelta(hours=12)
"""A table counts as tonight's if it was opened less than this ago."""

MOST_REMEMBERED: Final = 12  # the most players offered when a table is opened
PATIENCE: Final = 0.1  # seconds that a list of tables waits for tables in use
LOOKED_THROUGH: Final = 30  # the number of tables searched for known players


def tables_with(player: str) -> list[str]:
    """Return the names of the tables that this request may visit at which a player of this name
    sat, newest first; all without a name."""
    wanted = fold(player)
    return [
        name
        for name in access.names_for_visitor()
        if not wanted or any(wanted in fold(seated) for seated in _players(tables.opening(name)))
    ]


def remembered_players() -> list[str]:
    """Return the players of the newest tables that this request may visit."""
    seen: dict[str, str] = {}
    for name in access.names_for_visitor()[:LOOKED_THROUGH]:
        for player in _players(tables.opening(name)):
            seen.setdefault(fold(player), player)
    return list(seen.values())[:MOST_REMEMBERED]


def _players(opening: Mapping[str, Any]) -> Iterator[str]:
    names = opening.get("players")
    if isinstance(names, list):
        yield from (player for player in names if isinstance(player, str))


def _listed(name: str, until: float) -> dict[str, Any]:
    """Return a table for a list, as this visitor may know it."""
    opening = tables.opening(name)
    try:
        game = find(opening["game"]).title
    except (KeyError, TypeError):
        game = ""
    opened_at = datetime.fromisoformat(tables.book.game(name).opened_at)
    days = ["", *((date.today() - timedelta(days=ago)).isoformat() for ago in (0, 1))]
    is_tonight = datetime.now(UTC) - opened_at < TONIGHT and opening.get("date", "") in days
    return {
        "name": name,
        "title": opening.get("title") or name,
        "game": game,
        "players": list(_players(opening)),
        "day": opening.get("date", ""),
        "is_tonight": is_tonight,
        "standing": _standing(name, until) if is_tonight else None,
    }


def _standing(name: str, until: float) -> Standing | None:
    """Return the standings, from the last visit if the table is in use; None if the record is
    damaged."""
    with suppress(BookError):
        table = tables.opened(name)
        viewer = access.visit_by(access.held_link(name), table).viewer
        return table.standing(viewer, max(until - monotonic(), 0))
    return None


PAGES = Blueprint("start", __name__)


@PAGES.get("/")
def show() -> str:
    """Show the start page, with the tables that the visitor may visit."""
    return start_page()


@PAGES.post("/join")
def join() -> Response:
    """Follow a link that was typed, as a code or in full."""
    code = request.form.get("code", "")[:LONGEST].strip()
    token = code.rpartition("/join/")[2] if "/join/" in code else access.join_codes.token(code)
    if not token:
        fault = _("No table has this code now. Codes work for 15 minutes: ask for a new one.")
        return make_response(start_page(join_fault=fault), 422)
    return lead_to("links.follow", token=token)


@PAGES.post("/look")
def look() -> Response:
    """Store the display preferences: two or four suit colours, light or dark pages, larger text."""
    here = responses.local_address(_path(request.form.get("back", "")))
    return responses.remember_look(
        responses.lead_to_address(here) if here else lead_to("start.show")
    )


def start_page(**more: object) -> str:
    """Return the start page; ``more`` has errors, and the input that caused them."""
    player = asked("player")
    names, page, older = access.page_of_tables(tables_with(player))
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


def _path(address: str) -> str:
    try:
        return urlsplit(address).path
    except ValueError:
        return ""
