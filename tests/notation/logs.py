"""Logs that can be read but need not make sense: every event type, odd names, odd texts."""

from functools import cache
from typing import Any

from hypothesis import strategies as st
from referee_schemas.events import accept_opening, protocol
from referee_schemas.people import Player

from referee.cards.deck import RANKS, SUITS
from referee.judging.registry import find
from tests.accepting import accept_event
from tests.any_events import Stock, event, events
from tests.evenings import Event

_ODD_NAMES = [
    "Ana", "ana", "Ana Luz", "Ana Bet", "Anabel", "An", "Beto", "Doña Carla", "Zoe Luz", "José",
    "A", "B", "As", "Toto", "7h", "Kc Qs", "xx", "9", "Player 1", "Player", "Ana 9", "Ana-Kc",
    "Beto Ana", "J.R.", "O'Brien", "Carla de la O", "Mano", "hand", "To", "Pozo", "nothing", "De",
    "desmoche", "Ana oro", " Ana", "Ana ", "Ana  Luz", '"Zed"', "{Zed}", "[Zed]", "a#b", "#31",
    "31", "Ana,", "Ana*", "Ana.", "Ana: Beto", "=", "🂡", "किरण", "Ñico", "straße", "STRASSE",
    "İnci", "\u200bAna", "\\", "Ana\\u0041", "Ana/7h", "\ufeff", "ſ", "\u00a0x", "b=4", "x\u0301y",
]  # fmt: skip
NAMES = (
    st.sampled_from(_ODD_NAMES[:12]) | st.sampled_from(_ODD_NAMES) | st.text(min_size=1, max_size=8)
).map(Player().accept).filter(bool)  # fmt: skip
SPOKEN = NAMES | st.just("pot")
_ODD_TEXTS = [
    "", " ", "la metió en la mano", "{sic}", "}", "{", 'he said "no"', "# no comment", "a\nb",
    "a\r\nb", "a\tb", " led", "trailed ", "[x_a=1]", "\\", "\\n", "🂡 ♥ e\u0301", "\u2028", "\x7f",
    "\x85", "word", "on-call", "2024-08-17", "a=b", "#31", "¡Yo la pedí primero!", "x" * 200, ":",
    "'", "“quoted”", "\ufeff", "\u200e", "why", "]", ",",
]  # fmt: skip
TEXTS = st.sampled_from(_ODD_TEXTS) | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12
)
FEW_CARDS = ["7h", "8h", "9h", "Th", "7c", "7d", "5c", "6c", "8c", "As", "Ac", "Ad"]
CARDS = (
    st.sampled_from(FEW_CARDS)
    | st.sampled_from([rank + suit for rank in RANKS for suit in SUITS])
    | st.just("??")
)
MELDABLE = st.sampled_from(
    [
        ["7h", "8h", "9h"], ["7h", "8h", "9h", "Th"], ["8h", "9h", "Th"], ["7h", "7c", "7d"],
        ["5c", "6c", "7c"], ["5c", "6c", "7c", "8c"], ["4c", "5c", "6c", "7c"], ["8h", "8c", "8d"],
        ["8h", "8c", "8d", "8s"], ["8h", "??", "Th"], ["8h", "??", "Th", "Jh"], ["??"] * 3,
    ]
)  # fmt: skip
NUMBERS = st.integers(1, 30) | st.sampled_from([2**63 - 1, 1000])
MONEY = st.integers(0, 20) | st.just(2**63 - 1)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXTS
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)  # fmt: skip
COMMON: dict[str, st.SearchStrategy[Any]] = {
    "at": st.sampled_from(["2026-05-02T20:00:13-06:00", "2026-05-02T20:00:13,5Z"]),
    "scribe": SPOKEN,
    "note": TEXTS,
    "x_pen": JSON,
    "x_": JSON,
    'x_"odd" key': JSON,
}


def _unique(names: list[str]) -> bool:
    return accept_event({"type": "forgive", "event": 1, "agreed_by": names}) is not None


PEOPLE = st.lists(NAMES, max_size=4).filter(_unique)


SEATS = ["Ana", "Beto", "Doña Carla"]
STOCK = Stock(NAMES, PEOPLE, SPOKEN, TEXTS, NUMBERS, MONEY, CARDS, 10, MELDABLE)


def _more(event: st.SearchStrategy[Event]) -> st.SearchStrategy[Event]:
    """Add, now and then, fields that every event may have."""
    whole = st.tuples(st.fixed_dictionaries({}, optional=COMMON), event)
    return event | event | event | whole.map(lambda both: {**both[0], **both[1]})


GAMES = _more(event("desmoche", "game", STOCK)).filter(accept_event)


def _revised(inner: st.SearchStrategy[Event]) -> st.SearchStrategy[Event]:
    corrected = {"type": st.just("correct"), "event": NUMBERS, "with": st.none() | inner}
    inserted = {"type": st.just("insert"), "before": NUMBERS, "event": inner}
    return st.one_of(
        _more(st.fixed_dictionaries({**one, "why": TEXTS})) for one in (corrected, inserted)
    )


@cache  # hypothesis rebuilds and keeps a filtered choice for each of its parts
def lines(game: str) -> st.SearchStrategy[list[Event]]:
    single = st.one_of(*map(_more, events(game, STOCK)))
    whole = st.one_of(single, single, single, st.recursive(single | GAMES, _revised, max_leaves=3))
    return st.lists(whole.filter(lambda one: one["type"] != "game"), max_size=14)


@st.composite
def logs(draw: st.DrawFn, game: str = "desmoche") -> list[Event]:
    """Draw a log; half of the acts are by players at the table."""
    opening = {**draw(GAMES), "game": game}
    if accept_opening(opening) is None:
        opening = {"type": "game", "game": game, "players": SEATS[: find(game).most_players]}
    log = [opening]
    for one in draw(lines(game)):
        seated = "player" in one and draw(st.booleans())
        log.append({**one, "player": draw(st.sampled_from(opening["players"]))} if seated else one)
    return [event for event in map(protocol(game).read, log) if event is not None]
