"""Events checked one by one, each against the log before it, and the faults of those refused."""

from typing import Any, Final

from referee.judging.corrections import Event
from referee.wording.language import Word
from referee.wording.sentences import Sentence
from referee.wording.unreadable import Unreadable, quoted, shortened
from referee_schemas.events import accept_opening, protocol
from referee_schemas.fields import KEY, Refused

LONGEST_LINE: Final = 2**20  # in bytes; a longer line is refused before all of it is read

AN_EVENT: Final = Word("one event as a JSON object, such as a draw with its player and card")


class LogSoFar:
    """The state of a log so far, as needed to check that the next event fits.

    Only unreadable events are refused: by the opening ``game``, ``seq``, ``id`` and the vocabulary
    of the game. Breaches of the rules are left to the referee. Without ``ids`` an event may repeat
    an id of the log: a record book checks that itself.
    """

    def __init__(self, *, ids: bool = True) -> None:
        self.events = 0
        self._game = ""
        self._ids: set[str] | None = set() if ids else None

    def add(self, value: object) -> Event:
        """Add the next event and return it, canonical. Raises Unreadable, and then adds nothing."""
        event = (not self._game and accept_opening(value)) or loaded(value, self._game)
        kind: str = event["type"]
        if (kind == "game") is not (self.events == 0):
            raise _misplaced(kind)
        position = self.events + 1
        if "seq" in event and event["seq"] != position:
            place = Sentence("{number}, the position of the event", {"number": position})
            raise Unreadable(quoted(event["seq"]), place, field="seq")
        if "id" in event and self._ids is not None:
            if event["id"] in self._ids:
                expected = Word("an id that no earlier event has")
                raise Unreadable(quoted(event["id"]), expected, field="id")
            self._ids.add(event["id"])
        if position == 1:
            self._game = event["game"]
        self.events = position
        return event

    def leave_a_place(self) -> None:
        """Count an unreadable event, so that the events after it keep their numbers."""
        self.events += 1

    def back_to(self, events: int) -> None:
        """Forget the events after this number, which were not stored. Only without ``ids``."""
        self.events = events


def _misplaced(kind: str) -> Unreadable:
    if kind == "game":
        expected = Word('no second "game" event: only the first event opens the log')
    else:
        expected = Word('"game", the event that opens a log')
    return Unreadable(quoted(kind), expected, field="type")


def loaded(value: object, game: str = "") -> Event:
    """Return the event of a game, or of any game, in canonical form. Raises Unreadable."""
    try:
        return protocol(game).read(value)
    except Refused as refused:
        raise first_fault(value, refused.messages) from None


def first_fault(value: Any, messages: Any) -> Unreadable:
    """Return the error about the first of these messages."""
    field, missing, name = "", False, None
    while isinstance(messages, dict):
        step, messages = next(iter(messages.items()))
        if step is KEY:
            value, missing = name, False
        elif isinstance(step, int):
            field += f"[{step}]"
            value = value[step]
        elif step != "_schema" or isinstance(messages, dict):
            field += f".{shortened(step)}"
            missing = step not in value
            value, name = value.get(step), step
    found = Word("nothing") if missing else quoted(value)
    return Unreadable(found, messages[0], field=field.removeprefix(".") or None)
