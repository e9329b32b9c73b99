"""Rectification: edits of the record that correct a finding, or that answer an open question.

An edit is a few lines to add to the log: corrections and insertions. With them the log says what
should have happened, or what the table knows, and nothing else changes. A rulebook maps its rule
ids to both, in a module that is loaded on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from referee.judging.corrections import REVISING, Event, Numbered, correction, insertion
from referee.judging.findings import Finding, Undecided
from referee.judging.names import fold
from referee.judging.rulebook import House
from referee.wording.language import N_, _
from referee.wording.sentences import Sentence

if TYPE_CHECKING:
    from referee.judging.replay import ReplayedLog

Edit = tuple[Event, ...]
"""Lines to add to a log."""

NO_EDIT: Final[Edit] = ()

WHY: Final = N_("as it should have been")
"""The reason given in a correcting line."""

AS_ANSWERED: Final = N_("as the table answers")
"""The reason given in a line that records an answer of the table."""

NEXT_CARD: Final = N_("until the next card is taken")
THIS_HAND: Final = N_("until the hand is decided")
NEXT_HAND: Final = N_("until the next hand is opened")
ANY_TIME: Final = N_("at any time")
NEVER: Final = N_("never: it is over")


@dataclass(frozen=True, slots=True)
class Rectification:
    """A way to correct a finding: in words, as an edit, with the people who may do it and the
    deadline.

    ``edit`` is empty if no line can correct it; then ``sentence`` says why. ``named`` is the remedy
    that the game's own rules prescribe, if any. If it ``decides`` the hand, later play no longer
    counts. ``mended_at`` is the event that already corrected it, or 0.
    """

    sentence: Sentence
    edit: Edit = NO_EDIT
    who: Sentence | None = None
    until: str = NEVER
    named: Sentence | None = None
    decides: bool = False
    mended_at: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to an open question, and the lines that record it."""

    sentence: Sentence
    edit: Edit


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The people who may know the answer to an open question, and its possible answers; none if
    only the table can say what happened."""

    who: tuple[str, ...]
    answers: tuple[Answer, ...] = ()


BROUGHT_ALONG: Final = frozenset(
    {"hand.over", "end.early", "turn.order", "event.reference", "score.wrong"}
)
"""Findings that an edit may cause and still be valid: the hand ends elsewhere, the order of turns
changes, a line refers to one that is struck out, or other points were written."""


class Irregularity:
    """A finding to correct, or an open question to settle, in its log.

    ``seq`` is the number of the event at which it was found, ``player`` the player concerned, or an
    empty string, and ``facts`` are those of the finding. ``events`` are the events after
    corrections, those of the hand with the indexes from ``opened`` to ``closed``; ``house`` are the
    house rules in force at the finding. ``deal`` finds deals that fit the record, with cards at the
    requested places, and ``why`` is the reason given in the lines of an edit.
    """

    def __init__(
        self, finding: Finding | Undecided, replay: ReplayedLog, house: House, why: str = WHY
    ) -> None:
        self.finding, self.seq, self.player = finding, finding.event, finding.player or ""
        self.facts: Mapping[str, Any] = finding.facts
        self.deal = replay.possible_deal
        self._why = why
        self.lines = replay.lines
        self.house = house
        events = list(replay.events)
        self.events = [event for event in events if event[1]["type"] not in REVISING]
        self._places = {seq: place for place, (seq, _event) in enumerate(self.events)}
        self._reads = dict(events)
        hands = [at for at, (_seq, event) in enumerate(self.events) if event["type"] == "hand"]
        number, starts = finding.hand, [*hands, len(self.events)]
        self.opened, self.closed = starts[number - 1 : number + 1] if number else (0, 0)

    @property
    def cites(self) -> tuple[int, ...]:
        """The other events that show it."""
        return self.finding.cites if isinstance(self.finding, Finding) else ()

    @property
    def event(self) -> Event:
        """The event at which it was found, after corrections."""
        return self.at(self.seq) or self._reads[self.seq]

    @property
    def in_hand(self) -> list[Numbered]:
        """The events of the hand, including its opening."""
        return self.events[self.opened : self.closed]

    def at(self, seq: int) -> Event | None:
        """Return the event of this number, or None."""
        place = self._places.get(seq)
        return None if place is None else self.events[place][1]

    def before(self) -> Iterator[Numbered]:
        """Yield the events of the hand before the finding, the nearest first."""
        place = self._places.get(self.seq, len(self.events))
        yield from reversed(self.events[self.opened : place])

    def after(self, seq: int | None = None) -> Iterator[Numbered]:
        """Yield the events of the hand after ``seq`` (by default the finding), in order."""
        place = self._places.get(self.seq if seq is None else seq, len(self.events))
        yield from self.events[place + 1 : self.closed]

    def is_by(self, event: Event, player: str | None = None) -> bool:
        """Return whether an event is an act of ``player`` (by default the player concerned)."""
        return fold(event.get("player", "")) == fold(self.player if player is None else player)

    def first(self, kind: str, player: str | None = None) -> int | None:
        """Return the number of the first event of this kind in the hand, or None."""
        own = (line for line in self.in_hand if player is None or self.is_by(line[1], player))
        return next((seq for seq, event in own if event["type"] == kind), None)

    def strike(self, *numbers: int) -> Edit:
        """Return the lines that strike out these events."""
        return tuple(correction(seq, self._line(seq), None, _(self._why)) for seq in numbers)

    def reads(self, seq: int, /, **fields: Any) -> Edit:
        """Return the line that changes these fields of an event; None removes a field."""
        changed = {**(self.at(seq) or self._reads[seq]), **fields}
        event = {name: value for name, value in changed.items() if value is not None}
        return (correction(seq, self._line(seq), event, _(self._why)),)

    def put(self, event: Event, before: int | None) -> Edit:
        """Return the line that inserts an event before another one; None: at the end of the log."""
        return (event,) if before is None else (insertion(before, event, _(self._why)),)

    def moved(self, before: int, /, **fields: Any) -> Edit:
        """Return the lines that move the finding's event before another one, and change it."""
        said = {name: value for name, value in self.event.items() if name != "note"}
        return (*self.put({**said, **fields}, before), *self.strike(self.seq))

    @property
    def end_of_hand(self) -> int | None:
        """The number of the event before which the hand ends; None at the end of the log."""
        return next((seq for seq, _event in self.events[self.closed :]), None)

    def _line(self, seq: int) -> Event:
        return self._reads.get(seq, self.lines[seq - 1])


Rectify = Callable[[Irregularity], Rectification]
"""Makes the remedy for findings of one rule, or of a family of rules."""

Rectifying = Mapping[str, Rectify]
"""The remedies of a game, by the ids of its rules."""

Inquire = Callable[[Irregularity], Inquiry]
"""Makes the inquiry for questions of one rule."""
