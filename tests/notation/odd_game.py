"""A game with an event for every kind of field, for the tests only."""

from dataclasses import replace

from referee.games.desmoche.game import EVENTS
from referee.judging.forms import CARD, CARDS, MELD, PLAYER, SHARED, Field, Form, by_type
from referee.judging.registry import games
from referee.judging.sheet_table import SheetTable


def _form(kind: str, *fields: Field, **more: object) -> Form:
    return Form(kind, "It happens.", "{player}", "it", fields, **more)  # type: ignore[arg-type]


ODD = replace(
    games()[0],
    name="odd",
    jokers=True,
    deck=216,
    fewest_players=2,
    most_players=4,
    sheet_table=SheetTable,
    events=by_type(
        *(
            SHARED[kind]
            for kind in ("hand", "deal", "turn_up", "draw", "take", "pass", "score", "show")
        ),
        EVENTS["payment"],
        MELD.having(PLAYER, CARDS, Field("owner", "player", required=False, label=("of", "de"))),
        _form("swap", PLAYER, Field("place", "count", most=4, least=1), CARD, sign="%"),
        _form("spy", PLAYER, Field("places", "count"), CARD, sign="~"),
        _form(
            "beg",
            PLAYER,
            Field("card", "card", required=False),
            Field("drawn", "card", required=False, label=("with", "con")),
            sign="?",
        ),
        _form("lay", PLAYER, Field("cards", "cards", required=False), sign="^"),
        _form(
            "say",
            Field("kind", "choice"),
            Field("text", "text", required=False),
            Field("mood", "word", required=False, label=("mood", "humor")),
            line=("say", "dice"),
            several=True,
        ),
        _form(
            "fine",
            Field("amounts", "amounts"),
            Field("event", "event", required=False, label=("for", "por")),
            Field("players", "players", required=False, label=("to", "a")),
            line=("fine", "multa"),
        ),
    ),
)
