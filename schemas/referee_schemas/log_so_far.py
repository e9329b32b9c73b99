"""The state of a log so far, as needed to check that the next event fits."""

import json
from collections.abc import Callable
from typing import Final, NoReturn

from referee.judging.corrections import Event
from referee.wording.language import Word
from referee.wording.sentences import Sentence
from referee.wording.unreadable import DEEPEST, Unreadable, quoted
from referee_schemas.events import accept_opening, protocol
from referee_schemas.faults import loaded

LONGEST_LINE: Final = 2**20  # in bytes; a longer line is refused before all of it is read

AN_EVENT: Final = Word("one event as a JSON object, such as a draw with its player and card")


def _refuse(_constant: str) -> NoReturn:
    raise ValueError


def _decode_in_python(line: bytes) -> Event:
    """Return the object of a line, without a check for repeated names."""
    if rb"\u" in line:
        # may be a lone surrogate
        raise ValueError
    event: Event = json.loads(line.decode(), parse_constant=_refuse)
    return event


_decode_quickly: Callable[[bytes], Event] = _decode_in_python
try:
    from msgspec.json import Decoder
except ImportError:
    pass  # not built for browsers
else:
    # takes half the time
    _decode_quickly = Decoder(dict).decode


class LogSoFar:
    """The state of a log so far, as needed to check that the next event fits.

    Only unreadable events are refused: by the opening ``game``, ``seq``, ``id`` and the vocabulary
    of the game. Breaches of the rules are left to the referee. Without ``ids`` an event may repeat
    an id of the log: a record book checks that itself.
    """

    def __init__(self, *, ids: bool = True) -> None:
        self.events = 0
        self._game = ""
        self._accept: Callable[[object], Event | None] = accept_opening
        self._ids: set[str] | None = set() if ids else None

    def read(self, line: bytes) -> Event | None:
        """Add and return the next event, canonical, if its line clearly repeats no name, as most
        do. Return None, without adding it, if `add` has to decide. Raises Unreadable, and then adds
        nothing."""
        if len(line) > LONGEST_LINE:
            return None
        try:
            event = self._accept(_decode_quickly(line))
        except (ValueError, RecursionError, TypeError):
            return None
        if event is None or (event["type"] == "game") is not (self.events == 0):
            return None
        # every name has a colon: if there are no more colons than names, no name is repeated
        colons = line.count(b":")
        if colons != len(event) or b"[" in line:
            if line.count(b"[") + line.count(b"{") > DEEPEST:
                return None
            time = event.get("at")
            # in a canonical time every colon follows a digit, never a quote
            if isinstance(time, str) and time.encode() in line:
                colons -= time.count(":")
            if colons != len(event) and colons != _names_in(event):
                return None
        position = self.events + 1
        if position == 1 or "id" in event or ("seq" in event and event["seq"] != position):
            self._place(event)
        self.events = position
        return event

    def add(self, value: object) -> Event:
        """Add the next event and return it, canonical. Raises Unreadable, and then adds nothing."""
        event = self._accept(value) or loaded(value, self._game)
        kind: str = event["type"]
        if (kind == "game") is not (self.events == 0):
            raise _misplaced(kind)
        self._place(event)
        return event

    def _place(self, event: Event) -> None:
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
            self._accept = protocol(self._game).read
        self.events = position

    def leave_a_place(self) -> None:
        """Count an unreadable event, so that the events after it keep their numbers."""
        self.events += 1

    def back_to(self, events: int) -> None:
        """Forget the events after this number, which were not stored. Only without ``ids``."""
        self.events = events


def _names_in(event: Event) -> int:
    return len(event) + sum(len(part) for part in event.values() if type(part) is dict)


def _misplaced(kind: str) -> Unreadable:
    if kind == "game":
        expected = Word('no second "game" event: only the first event opens the log')
    else:
        expected = Word('"game", the event that opens a log')
    return Unreadable(quoted(kind), expected, field="type")
