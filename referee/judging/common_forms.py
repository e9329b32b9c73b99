"""The events of every game: about the table, and about the log itself."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from referee.judging.forms import AGREED_BY, PLAYER, Field, Form, by_type
from referee.wording.language import N_

HOUSE: Final = Form(
    "house", "The table changes house rules from the next hand on.", N_("House rules change"), "",
    (Field("house", "house"), AGREED_BY), line=("house", "casa"),
)  # fmt: skip
JOIN: Final = Form(
    "join", "A player sits down after another one in turn order.", N_("{player} sits down"), "",
    (Field("player", "newcomer"), Field("after", "player", label=("after", "tras"))),
    line=("join", "entra"),
)  # fmt: skip
LEAVE: Final = Form(
    "leave", "A player gets up.", N_("{player} gets up"), "", (PLAYER,), line=("leave", "sale"),
)  # fmt: skip
SESSION: Final = by_type(HOUSE, JOIN, LEAVE)
"""The events about the table, after the opening one."""

CORRECT: Final = Form(
    "correct", "An event was written down wrongly, or never happened.", "", "",
    (Field("event", "event"), Field("why", "text"), Field("with", "revised")),
    line=("fix", "corrige"),
)  # fmt: skip
INSERT: Final = Form(
    "insert", "An event that was forgotten, in its right place.", "", "",
    (Field("before", "event"), Field("why", "text"), Field("event", "inserted")),
    line=("insert", "inserta"),
)  # fmt: skip
DISPUTE: Final = Form(
    "dispute", "A player disputes what happened at an event.", N_("{player} disputes an event"), "",
    (
        Field("by", "player"),
        Field("event", "event"),
        Field("text", "text"),
        Field("rule", "word", required=False, label=("rule", "regla")),
    ),
    line=("dispute", "reclamo"),
)  # fmt: skip
RULING: Final = Form(
    "ruling", "What the table decided about a dispute.", N_("The table decides a dispute"), "",
    (
        Field("dispute", "event"),
        Field(
            "decision", "choice", what=N_("a decision"),
            options=("upheld", "dismissed", "forgiven"),
        ),
        Field("text", "text", required=False),
    ),
    line=("ruling", "fallo"),
)  # fmt: skip
_STOCK: Final = Field("stock", "count", required=False, label=("stock", "mazo"))
_MELDS: Final = Field("melds", "melds", required=False, label=("melds", "juegos"))
GAP: Final = Form(
    "gap", "Something here was not written down.", N_("Something was not written down"), "",
    (_STOCK, _MELDS), line=("gap", "hueco"),
)  # fmt: skip


def _stands(name: str, kind: str, label: tuple[str, str], needs: str = "", most: int = 0) -> Field:
    """Return a field of a position."""
    least = 1 if most else 0
    return Field(
        name, kind, required=False, label=label, mark=";", needs=needs, least=least, most=most
    )


POSITION: Final = Form(
    "position", "The table stands so.", N_("How the table stands"), "",
    (
        _stands("turn", "player", ("turn", "turno")),
        _stands("offer", "offer", ("offer", "oferta"), "claim"),
        _stands("melds", "melds", ("melds", "juegos"), "meld"),
        _stands("hands", "hands", ("hands", "manos"), "take"),
        _stands("pile", "cards", ("pile", "pila"), "take"),
        _stands("stock", "count", ("stock", "mazo")),
        _stands("out", "players", ("out", "fuera"), "claim"),
        _stands("owes", "player", ("owes", "debe"), "claim"),
        # a real game has fewer rounds, or counts to a target
        _stands("round", "count", ("round", "ronda"), "score", most=1000),
        _stands("totals", "points", ("totals", "totales"), "score"),
    ),
    line=("position", "posición"),
)  # fmt: skip
NOTE: Final = Form(
    "note", "A remark.", N_("A remark"), "", (Field("note", "text"),), line=("note", "nota")
)
RECORD: Final = by_type(DISPUTE, RULING, GAP, POSITION, NOTE, CORRECT, INSERT)
"""The events about the log itself."""

COMMON: Final = {**SESSION, **RECORD}


def fields_in(form: Form, events: Container[str]) -> tuple[Field, ...]:
    """Return the fields of an event in a game with these events."""
    return tuple(field for field in form.fields if not field.needs or field.needs in events)
