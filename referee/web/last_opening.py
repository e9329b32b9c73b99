"""The last table that a browser opened: offered again where it opens the next one.

A cookie keeps it, so that it works without JavaScript. The browser sends it only to the page that
opens a table, and no script can read it.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Final

from flask import Response, request, url_for
from werkzeug.datastructures import MultiDict

from referee.web.redirects import set_cookie

COOKIE: Final = "last-opening"

LARGEST: Final = 3500
"""Bytes. Browsers drop a cookie of more than 4,096 with its name and its attributes."""

SAME_IN_ALL: Final = ("unit", "warnings", "detail")
"""Fields that are offered again whatever the game is."""

Form = MultiDict[str, str]


def last_opening(game: str = "") -> Form:
    """Return the form that opened the last table; for another game than the last one with the bet
    and the house rules of its own last table. Empty if the browser opened none."""
    kept = _kept()
    form: Form = MultiDict()
    game = game or kept.get("game", "")
    if game:
        form["game"] = game
    form.setlist("player", kept.get("player", []))
    for field in SAME_IN_ALL:
        if field in kept:
            form[field] = kept[field]
    for field, values in kept.get("games", {}).get(game, {}).items():
        form.setlist(field, values)
    return form


def remember_opening(answer: Response, form: Form, house: Mapping[str, Any]) -> None:
    """Let the browser keep this form, which opened a table; ``house`` are the house rules in it
    that differ from those of the game."""
    kept = _kept()
    game = form["game"]
    of_game = {"bet": [form["bet"]]} if form.get("bet") else {}
    for rule, option in house.items():
        of_game[f"house.{rule}"] = [option] if isinstance(option, str) else option
        of_game[f"asked.{rule}"] = ["1"]
    same = {field: form[field] for field in SAME_IN_ALL if form.get(field)}
    others = {name: fields for name, fields in kept.get("games", {}).items() if name != game}
    players = list(filter(None, map(str.strip, form.getlist("player"))))
    now = {"game": game, "player": players, **same}
    for games in ({**others, game: of_game}, {game: of_game}, {}):
        value = urlsafe_b64encode(json.dumps({**now, "games": games}).encode()).decode()
        if len(value) <= LARGEST:
            set_cookie(answer, COOKIE, value, url_for("opening.ask"))
            return


def _kept() -> dict[str, Any]:
    """Return the content of the cookie; empty if it is missing, or not ours."""
    try:
        kept = json.loads(urlsafe_b64decode(request.cookies.get(COOKIE, "")))
    except ValueError:
        return {}
    return kept if _is_ours(kept) else {}


def _is_ours(kept: Any) -> bool:
    """Return whether the cookie has the shape that ``remember_opening`` gives it."""
    if not isinstance(kept, dict) or not isinstance(kept.get("games"), dict):
        return False
    words = [kept[field] for field in ("game", *SAME_IN_ALL) if field in kept]
    fields = [one for one in kept["games"].values() if isinstance(one, dict)]
    lists = [kept.get("player"), *(values for one in fields for values in one.values())]
    return (
        len(fields) == len(kept["games"])
        and all(isinstance(values, list) for values in lists)
        and all(isinstance(word, str) for word in words)
        and all(isinstance(word, str) for values in lists for word in values)
    )
