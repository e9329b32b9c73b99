"""One event read against the table: who acts, and whom it names that is not there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from referee.judging.account import THE_MIDDLE
from referee.judging.forms import Form
from referee.judging.rulebook import Event, Rulebook

AROUND_HANDS: Final = (
    "house",
    "join",
    "leave",
    "dispute",
    "ruling",
    "gap",
    "position",
    "correct",
    "insert",
    "forgive",
)
"""Events around the hands, and about the record, that every game has."""

BEFORE_ANY_HAND: Final = "before any hand"
"""The type that an event of a hand counts as when there is no hand yet."""

NEXT_HAND: Final = "next hand"
"""The look back at a hand that was not over when the next one was opened."""

HINDSIGHT: Final = "hindsight"
"""The look back at a hand with all that is known of it by now."""

CLOSING: Final = "closing"
"""The look back at a hand when its record is complete."""

ANY: Final = "any event"
"""Stands for every event that a game has."""

_NAMING: Final = frozenset({"player", "payer", "players", "hands", "amounts", "points"})
"""The kinds of field that name somebody."""

Naming = tuple[tuple[str, str], ...]
"""Fields that name somebody, each with its kind."""

_NAMING_AROUND_HANDS: Final[Mapping[str, Naming]] = {
    "house": (("agreed_by", "players"),),
    "dispute": (("by", "player"),),
    "leave": (("player", "player"),),
    "join": (("after", "player"),),
    "gap": (("melds", "hands"),),
    "position": (
        ("turn", "player"),
        ("melds", "hands"),
        ("hands", "hands"),
        ("out", "players"),
        ("owes", "player"),
    ),
}
"""Where events that have no form name somebody, and with which kind of field."""


@dataclass(slots=True)
class Act:
    """One event at one moment of a hand.

    ``seat`` is who acts: for a player whom nobody knows, whoever has the turn. ``stranger`` is the
    first name in the event that nobody at the table has. ``what`` names the event inside a
    sentence, and ``of_play`` says that it belongs between the deal and the end of a hand.
    """

    seq: int
    type: str
    event: Event
    seat: Any = None
    stranger: str = ""
    what: str = ""
    of_play: bool = False


Reading = Callable[[Any, int, Event], Any]
"""How an event of this number is read against a hand: the act that it is."""


@lru_cache(maxsize=64)
def reader_of(rulebook: Rulebook, play: frozenset[str]) -> Reader:
    """Return what reads the events of a game."""
    return Reader(rulebook.events, play)


class Reader:
    """Reads the events of a game by their forms; ``play`` are those of play."""

    def __init__(self, forms: Mapping[str, Form], play: frozenset[str]) -> None:
        self._what = {kind: form.what for kind, form in forms.items()}
        self._play = play
        self._naming: dict[str, Naming] = {
            kind: tuple((one.name, one.kind) for one in form.fields if one.kind in _NAMING)
            for kind, form in forms.items()
        }
        self._naming.update(_NAMING_AROUND_HANDS)
        self._of_hands = {
            kind: (
                self._what.get(kind, kind),
                kind in play,
                tuple((field, of) for field, of in fields if field != "player"),
            )
            for kind, fields in self._naming.items()
        }
        """Of each event that stands in hands: what names it inside a sentence, whether it is of
        play, and where it names others than its player."""

    def plain(self, seq: int, event: Event, kind: str = "") -> Act:
        """The event as an act of nobody; ``kind`` is what it counts as, if not as itself."""
        own: str = event["type"]
        return Act(seq, kind or own, event, None, "", self._what.get(own, own), own in self._play)

    def around(self, seq: int, event: Event, knows: Callable[[str], object]) -> Act:
        """An event around the hands; ``knows`` says whether somebody of a name may be named."""
        act = self.plain(seq, event)
        act.stranger = _stranger(self._naming.get(event["type"], ()), event, knows)
        return act

    def read(self, seq: int, event: Event, find: Callable[[str], object], turn: object) -> Act:
        """The event as an act; ``find`` gives the seat of a name, ``turn`` whose turn it is."""
        kind: str = event["type"]
        what, of_play, naming = self._of_hands.get(kind, (kind, False, ()))
        seat, stranger = None, ""
        if "player" in event:
            seat = find(event["player"])
            if seat is None:
                seat, stranger = turn, event["player"]
        if naming and not stranger:
            stranger = _stranger(naming, event, find)
        return Act(seq, kind, event, seat, stranger, what, of_play)


def _stranger(naming: Naming, event: Event, find: Callable[[str], object]) -> str:
    """The first name in these fields of an event that nobody has."""
    for field, kind in naming:
        named: Iterable[str] = event.get(field, ())
        for name in (named,) if isinstance(named, str) else named:
            if not (kind == "payer" and name == THE_MIDDLE) and not find(name):
                return name
    return ""
