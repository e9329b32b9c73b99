"""Open a table: who plays, for what, and by which house rules."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from typing import Any

from flask import Blueprint, Response, g, make_response, render_template, request
from referee_schemas.log_so_far import LogSoFar
from referee_schemas.reading import Unreadable
from referee_schemas.vocabulary import vocabulary

from referee.judging.registry import find, games
from referee.judging.rulebook import Rulebook
from referee.notation import LANGUAGES
from referee.store.links import Role
from referee.web import access
from referee.web.access import seat, settings, tables
from referee.web.evenings import remembered_players
from referee.web.event_forms import READ
from referee.web.faults import told_of_opening
from referee.web.redirects import lead_to

PAGES = Blueprint("opening", __name__)

LOUDNESS = ("on_call", "open", "silent")


@PAGES.get("/open")
def ask() -> str:
    """The questions; the game is chosen first."""
    return _page({})


@PAGES.post("/open")
def begin() -> Response:
    """Open the table as it was described."""
    told = request.form
    rulebook = _rulebook(told.get("game", ""))
    seats = [name.strip() for name in told.getlist("player") if name.strip()]
    opening: dict[str, Any] = {"type": "game", "game": rulebook.name, "players": seats}
    opening |= {field: value for field in ("title", "place", "unit") if (value := told.get(field))}
    opening["date"] = date.today().isoformat()
    if g.language != LANGUAGES[0]:
        opening["x_lang"] = g.language
    if told.get("warnings") in LOUDNESS:
        opening["warnings"] = told["warnings"]
    house = _house(rulebook)
    if house:
        opening["house"] = house
    events: list[dict[str, Any]] = [opening]
    dealer = told.get("dealer", "").strip()
    if told.get("bet"):
        bet = READ["number"](told["bet"], LANGUAGES[0])
        events.append({"type": "hand", "dealer": dealer or (seats[-1:] and seats[-1]), "bet": bet})
    elif dealer and not rulebook.bets:
        events.append({"type": "hand", "dealer": dealer})
    try:
        so_far = LogSoFar()
        read = [so_far.add(event) for event in events]
    except Unreadable as problem:
        return make_response(_page(told, told_of_opening(problem, rulebook, seats)), 422)
    return opened(read, "pad.show")


def opened(events: Sequence[dict[str, Any]], page: str) -> Response:
    """Open a table with these events, give its scribe their link, and go to this page of it. Asked
    again with the same id, it is the same table."""
    sent_as = request.form.get("id") or secrets.token_hex(16)
    # the log tells its ids to whoever reads it: only who opened the table knows of what this is one
    opening = {**events[0], "id": sha256(sent_as.encode()).hexdigest()[:32]}
    name, _answer = tables().begin([opening, *events[1:]])
    answer = lead_to(page, name=name)
    if settings().links:
        token = access.links().make(name, Role.SCRIBE)
        seat(answer, name, token)
    return answer


def _rulebook(game: str) -> Rulebook:
    return find(game if game in vocabulary().games else games()[0].name)


def _house(rulebook: Rulebook) -> dict[str, Any]:
    """The house rules that differ from those of the game."""
    chosen: dict[str, Any] = {}
    usual = rulebook.house()
    for rule in rulebook.house_rules:
        told = request.form.getlist(f"house.{rule.name}")
        if rule.several and f"asked.{rule.name}" in request.form:
            if tuple(told) != tuple(usual[rule.name]):
                chosen[rule.name] = told
        elif told and told[0] != usual[rule.name]:
            chosen[rule.name] = told[0]
    return chosen


def _page(told: Any, problem: str = "") -> str:
    rulebook = _rulebook(told.get("game") or request.args.get("game", ""))
    return render_template(
        "opening.html",
        rulebook=rulebook,
        rulebooks=games(),
        usual=rulebook.house(),
        told=told,
        id=told.get("id") or secrets.token_hex(16),
        problem=problem,
        remembered=remembered_players(),
        loudness=LOUDNESS,
    )
