"""Open a table: the players, the stakes, and the house rules."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import date
from hashlib import sha256
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, g, request, url_for
from referee_schemas.log_so_far import LogSoFar
from referee_schemas.reading import Unreadable
from referee_schemas.vocabulary import vocabulary
from werkzeug.datastructures import MultiDict

from referee.judging.counting import CountError
from referee.judging.forms import WARNINGS
from referee.judging.grid import DETAIL, details
from referee.judging.registry import find, game_called, games
from referee.judging.rulebook import Rulebook
from referee.notation import LANGUAGES
from referee.store.links import Role
from referee.web.access import cookie_of, links, settings, tables
from referee.web.event_forms import READ, house_in, opening_fault, options_in
from referee.web.pages.start import remembered_players
from referee.web.responses import lead_to, line_number, page_of, set_cookie
from referee.wording.language import Word

PAGES = Blueprint("opening", __name__)

HOUSE_FIELDS: Final = ("house.", "asked.")  # the prefixes of the fields for house rules

COOKIE: Final = "last-opening"
"""The cookie with the last form that opened a table, to fill in the next one without JavaScript;
each game has another one for its bet and its house rules. They are sent only to the page that opens
a table, and hidden from scripts."""

SAME_IN_ALL: Final = ("unit", "warnings", "detail")  # fields that are offered again in every game

Form = MultiDict[str, str]


def last_opening(game: str = "") -> Form:
    """Return the form that opened the browser's last table, empty if there was none. For a game,
    the bet and the house rules are those of its last table."""
    form = _kept(COOKIE)
    form["game"] = game or form.get("game", "")
    form.update(_kept(_cookie_of(form["game"])))
    return form


def remember_opening(answer: Response, form: Form, house: Mapping[str, Any]) -> None:
    """Store this form, which opened a table, in the browser; ``house`` are its house rules that
    differ from those of the game."""
    fields = ("game", *SAME_IN_ALL)
    table = [(field, form[field]) for field in fields if form.get(field)]
    table += [("player", name) for name in map(str.strip, form.getlist("player")) if name]
    rules = [("bet", form["bet"])] if form.get("bet") else []
    for rule, option in house.items():
        chosen = [option] if isinstance(option, str) else option
        rules += [(f"house.{rule}", word) for word in chosen]
        rules.append((f"asked.{rule}", "1"))
    for cookie, pairs in ((COOKIE, table), (_cookie_of(form["game"]), rules)):
        set_cookie(answer, cookie, urlencode(pairs), url_for("opening.ask"))


def _cookie_of(game: str) -> str:
    return f"{COOKIE}-{game}"


def _kept(cookie: str) -> Form:
    return MultiDict(parse_qsl(request.cookies.get(cookie, "")))


@PAGES.get("/open")
def ask() -> Response:
    """Show the form that opens a table, filled in as the last time."""
    return _page(last_opening(_known(request.args.get("game", ""))))


@PAGES.route("/open/game", methods=["GET", "POST"])
def choose() -> Response:
    """Show the form for the game that was chosen in it. Other input stays; the bet and the house
    rules are replaced by those of that game. A reload is redirected to the form."""
    if request.method != "POST":
        return lead_to("opening.ask")
    form = MultiDict(request.form)
    game = _known(form.get("game", ""))
    if form.get("of") != game:
        for field in [field for field in form if field.startswith(HOUSE_FIELDS)]:
            form.poplist(field)
        for field, values in last_opening(game).lists():
            if field.startswith(("bet", *HOUSE_FIELDS)) and not form.get(field):
                form.setlist(field, values)
    return _page(form)


@PAGES.post("/open")
def begin() -> Response:
    """Open the table that the form describes."""
    form = MultiDict(request.form)
    try:
        rulebook = game_called(form.get("game") or games()[0].name)
    except CountError as problem:
        # a game that was installed when the form was shown
        return _page(form, str(problem))
    form["game"] = rulebook.name
    seats = [name.strip() for name in form.getlist("player")]
    players = list(filter(None, seats))
    opening: dict[str, Any] = {"type": "game", "game": rulebook.name, "players": players}
    opening |= {field: value for field in ("title", "place", "unit") if (value := form.get(field))}
    opening["date"] = date.today().isoformat()
    if g.language != LANGUAGES[0]:
        opening["x_lang"] = g.language
    if form.get("warnings") in WARNINGS:
        opening["warnings"] = form["warnings"]
    if form.get("detail") in details(rulebook)[1:]:
        opening[DETAIL] = form["detail"]
    # without JavaScript the form may have the house rules of another game
    of = form.get("of", rulebook.name)
    house = house_in(form, rulebook, rulebook.house()) if of == rulebook.name else {}
    if house:
        opening["house"] = house
    so_far = LogSoFar()
    try:
        hand = _first_hand(form, rulebook, seats)
        read = [so_far.add(event) for event in [opening, *hand]]
    except Unreadable as problem:
        return _page(form, opening_fault(problem, rulebook, players))
    answer = opened(read, "pad.show")
    remember_opening(answer, form, house)
    return answer


def _first_hand(form: Form, rulebook: Rulebook, seats: Sequence[str]) -> list[dict[str, Any]]:
    """Return the event that opens the first hand, if the form says enough about it. Raises
    Unreadable if the chosen dealer's seat is empty."""
    number = form.get("dealer", "")
    dealer = dict(enumerate(seats, 1)).get(line_number(number), "")
    if number and not dealer:
        raise Unreadable(Word("an empty seat"), Word("the seat of a player"), field="dealer")
    if form.get("bet") and rulebook.bets:
        last = next(filter(None, reversed(seats)), "")
        bet = READ["number"](form["bet"], LANGUAGES[0])
        return [{"type": "hand", "dealer": dealer or last, "bet": bet}]
    return [{"type": "hand", "dealer": dealer}] if dealer and not rulebook.bets else []


def opened(events: Sequence[dict[str, Any]], page: str) -> Response:
    """Open a table with these events, give its scribe their link, and redirect to this page of it.
    A request that is sent again with the same id leads to the same table."""
    sent_as = request.form.get("id") or secrets.token_hex(16)
    # readers of the log see its ids, so the id is hashed: only the opener knows the original
    opening = {**events[0], "id": sha256(sent_as.encode()).hexdigest()[:32]}
    name, _answer = tables.begin([opening, *events[1:]])
    answer = lead_to(page, name=name)
    if settings.links:
        set_cookie(answer, cookie_of(name), links.make(name, Role.SCRIBE))
    return answer


def _known(game: str) -> str:
    """Return the name of a game; empty if it does not exist."""
    return game if game in vocabulary().games else ""


def _page(form: MultiDict[str, str], fault: str = "") -> Response:
    rulebook = find(_known(form.get("game", "")) or games()[0].name)
    usual = rulebook.house()
    chosen = {rule.name: options_in(form, rule, usual) for rule in rulebook.house_rules}
    return page_of(
        "opening.html",
        fault=fault,
        rulebook=rulebook,
        rulebooks=games(),
        chosen=chosen,
        changed=len(house_in(form, rulebook, usual)),
        form=form,
        id=form.get("id") or secrets.token_hex(16),
        remembered=remembered_players(),
        details=details(rulebook),
    )
