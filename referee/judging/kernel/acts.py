"""One event read against the table: who acts, and whom it names that is not there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.judging.forms import Form
from referee.judging.rulebook import Event

BEFORE_ANY_HAND: Final = "before any hand"
"""What an event of a hand counts as when there is no hand yet."""

NEXT_HAND: Final = "next hand"
"""The look back at a hand that was not over when the next one was opened."""

CLOSING: Final = "closing"
"""The look back at a hand when its record is complete."""

ANY: Final = "any event"
"""Stands for every event that a game has."""

THE_MIDDLE: Final = "pot"

_ONE_NAME: Final = frozenset({"player", "payer"})
_MANY_NAMES: Final = frozenset({"players", "hands", "amounts", "points"})


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


class Reader:
    """Reads the events of a game by their forms; ``play`` are those of play."""

    def __init__(self, forms: Mapping[str, Form], play: frozenset[str]) -> None:
        self._forms, self._play = forms, play
        self._naming = {
            kind: tuple(
                (field.name, field.kind in _ONE_NAME)
                for field in form.fields
                if field.kind in _ONE_NAME | _MANY_NAMES
            )
            for kind, form in forms.items()
        }
        self._naming["gap"] = (("melds", False),)

    def plain(self, seq: int, event: Event, kind: str = "") -> Act:
        """The event as an act of nobody; ``kind`` is what it counts as, if not as itself."""
        form = self._forms.get(event["type"])
        what = form.what if form is not None else event["type"]
        return Act(seq, kind or event["type"], event, None, "", what, event["type"] in self._play)

    def read(self, seq: int, event: Event, find: Callable[[str], object], turn: object) -> Act:
        """The event as an act; ``find`` gives the seat of a name, ``turn`` whose turn it is."""
        act = self.plain(seq, event)
        name = event.get("player")
        if name is not None:
            act.seat = find(name)
            if act.seat is None:
                act.seat, act.stranger = turn, name
        for field, is_one in self._naming.get(act.type, ()):
            if act.stranger or field not in event:
                continue
            named: Iterable[str] = (event[field],) if is_one else event[field]
            act.stranger = next(
                (who for who in named if who != THE_MIDDLE and find(who) is None), ""
            )
        return act
