"""Logs that can be read and need not make sense: every event type, odd names, odd texts."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from referee_schemas.people import Player
from referee_schemas.vocabulary import vocabulary

from referee.cards.deck import RANKS, SUITS
from referee.judging.registry import find
from tests.accepting import accept_event

Event = dict[str, Any]

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
).map(Player().read).filter(bool)  # fmt: skip
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
HELD = st.lists(CARDS, max_size=10)
NUMBERS = st.integers(1, 30) | st.sampled_from([2**63 - 1, 1000])
MONEY = st.integers(0, 20) | st.just(2**63 - 1)
DESMOCHE = find("desmoche")
SIDE_GAMES = st.sampled_from(DESMOCHE.words["side_game"])
HOUSE_RULES = vocabulary().games["desmoche"]
HOUSE = st.fixed_dictionaries(
    {},
    optional={
        rule: st.lists(st.sampled_from(options), max_size=3)
        if rule in vocabulary().lists
        else st.sampled_from(options)
        for rule, options in HOUSE_RULES.items()
    },
)
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


PEOPLE = st.lists(NAMES, max_size=3).filter(_unique)


def _per_player(worth: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(NAMES, worth, max_size=3).filter(lambda some: _unique(list(some)))


def _event(kind: str, /, *needed: tuple[str, Any], **optional: Any) -> st.SearchStrategy[Event]:
    own = {"type": st.just(kind), **dict(needed)}
    more = {name: value for name, value in COMMON.items() if name not in own}
    plain = st.fixed_dictionaries(own, optional=optional)
    whole = st.fixed_dictionaries(own, optional={**more, **optional})
    return plain | plain | plain | whole


_PLAYER = ("player", NAMES)
ACTS = [
    _event("draw", _PLAYER, ("card", CARDS)),
    _event("draw", _PLAYER, ("card", CARDS)),
    _event("discard", _PLAYER, ("card", CARDS)),
    _event("pass", _PLAYER),
    _event("claim", _PLAYER, card=CARDS),
    _event("meld", _PLAYER, ("cards", MELDABLE | HELD)),
    _event("meld", _PLAYER, ("cards", MELDABLE)),
    _event("pay", _PLAYER, ("card", CARDS)),
    _event("win", _PLAYER),
]
OTHERS = [
    _event("house", ("house", HOUSE), agreed_by=PEOPLE),
    _event("join", _PLAYER, ("after", NAMES)),
    _event("leave", _PLAYER),
    _event("hand", ("dealer", NAMES), ("bet", MONEY), bets=_per_player(MONEY), agreed_by=PEOPLE),
    _event("side_bet", ("side_game", SIDE_GAMES), ("amount", MONEY), players=PEOPLE),
    _event("cut", _PLAYER),
    _event("deal", ("hands", _per_player(HELD | st.integers(0, 52)))),
    _event("announce", _PLAYER, ("side_game", SIDE_GAMES), cards=HELD),
    _event("cambio", _PLAYER, ("card", CARDS), to=NAMES),
    _event("declare", _PLAYER, ("win", st.sampled_from(DESMOCHE.words["win"])), cards=HELD),
    _event("force", _PLAYER, ("by", NAMES)),
    _event("withdraw", _PLAYER),
    _event("show", _PLAYER, ("cards", HELD)),
    _event("offence", _PLAYER, ("kind", st.sampled_from(DESMOCHE.words["kind"])), by=NAMES),
    _event("disqualify", _PLAYER, event=NUMBERS, why=TEXTS),
    _event("forgive", ("event", NUMBERS), agreed_by=PEOPLE),
    _event("end", why=TEXTS),
    _event("payment", ("from", SPOKEN), ("to", SPOKEN), ("amount", MONEY)),
    _event("dispute", ("by", NAMES), ("event", NUMBERS), ("text", TEXTS), rule=TEXTS),
    _event(
        "ruling",
        ("dispute", NUMBERS),
        ("decision", st.sampled_from(["upheld", "dismissed", "forgiven"])),
        text=TEXTS,
    ),
    _event(
        "gap",
        stock=st.integers(0, 52),
        melds=_per_player(st.lists(MELDABLE | HELD, max_size=2)),
    ),
    _event(
        "position",
        turn=NAMES,
        offer=st.fixed_dictionaries(
            {"card": CARDS, "from": NAMES}, optional={"drawn": st.booleans()}
        ),
        melds=_per_player(st.lists(MELDABLE | HELD, max_size=2)),
        stock=st.integers(0, 52),
        out=PEOPLE,
        owes=NAMES,
    ),
    _event("note", ("note", TEXTS)),
]  # fmt: skip
GAMES = _event(
    "game",
    ("game", st.sampled_from(["desmoche", "desmoche@1", "conquien", "conquien@1"])),
    ("players", st.lists(NAMES, min_size=2, max_size=4).filter(_unique)),
    house=HOUSE,
    unit=TEXTS,
    title=TEXTS,
    place=TEXTS,
    date=TEXTS,
    warnings=st.sampled_from(["silent", "on_call", "open"]),
)
SINGLE = st.one_of(*ACTS, *ACTS, *OTHERS)


def _revised(inner: st.SearchStrategy[Event]) -> st.SearchStrategy[Event]:
    return _event(
        "correct", ("event", NUMBERS), ("with", st.none() | inner), ("why", TEXTS)
    ) | _event("insert", ("before", NUMBERS), ("event", inner), ("why", TEXTS))


EVENTS = st.one_of(SINGLE, SINGLE, SINGLE, st.recursive(SINGLE | GAMES, _revised, max_leaves=3))

# made once: a filter of a choice is made anew for each of its parts, and all of them are kept
LINES = st.lists(EVENTS.filter(lambda one: one["type"] != "game"), max_size=14)


@st.composite
def logs(draw: st.DrawFn) -> list[Event]:
    """A log; half of the acts are by players who sit at the table."""
    opening = draw(GAMES)
    seats = opening["players"]
    events = [opening]
    for event in draw(LINES):
        seated = "player" in event and draw(st.booleans())
        events.append({**event, "player": draw(st.sampled_from(seats))} if seated else event)
    accepted = [accept_event(event) for event in events]
    return [event for event in accepted if event is not None]
