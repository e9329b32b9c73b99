"""The start: go to a table, open one, or judge a log that somebody has."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, make_response, render_template, request

from referee.store.record import PAGE
from referee.web.access import join_codes
from referee.web.evenings import evenings, tables_with
from referee.web.redirects import lead_to, lead_to_address, local_address, remember_look
from referee.wording.language import _

PAGES = Blueprint("start", __name__)

LONGEST: Final = 200
"""Letters of what somebody looks for, or joins with."""


@PAGES.get("/")
def show() -> str:
    """The start page, with the tables to which the visitor may go."""
    return start_page()


@PAGES.post("/join")
def join() -> Response:
    """Follow a typed link: its code, or all of it."""
    told = request.form.get("code", "")[:LONGEST].strip()
    token = told.rpartition("/join/")[2] if "/join/" in told else join_codes().token(told)
    if not token:
        fault = _("No table has this code now. Codes work for 15 minutes: ask for a new one.")
        return make_response(start_page(join_fault=fault), 422)
    return lead_to("links.follow", token=token)


@PAGES.post("/look")
def look() -> Response:
    """Show cards in two colours or in four shades, pages light or dark, text larger."""
    here = local_address(_path(request.form.get("back", "")))
    return remember_look(lead_to_address(here) if here else lead_to("start.show"))


def start_page(**more: object) -> str:
    """The start page; ``more`` is what went wrong there, beside what was typed."""
    page = max(request.args.get("page", 1, type=int), 1)
    player = request.args.get("player", "")[:LONGEST].strip()
    names = tables_with(player)
    known = evenings(names[(page - 1) * PAGE : page * PAGE])
    return render_template(
        "start.html",
        tonight=[one for one in known if one.is_tonight],
        earlier=[one for one in known if not one.is_tonight],
        page=page,
        older=len(names) > page * PAGE,
        player=player,
        **more,
    )


def _path(address: str) -> str:
    """The path of an address; none where it is no address."""
    try:
        return urlsplit(address).path
    except ValueError:
        return ""
