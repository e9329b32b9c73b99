"""Rectification: how what a rule has found is put right, as an edit of the record; and how a
question that the record leaves open is answered, as one.

An edit is a few lines that could be added to the log: corrections and insertions. With them the
log says what should have happened, or what the table knows, and nothing else is changed. A rulebook
has both by the ids of its rules, in a module that is loaded when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from referee.judging.corrections import REVISING, Event, Numbered, correction, insertion
from referee.judging.findings import Finding, Undecided
from referee.judging.names import fold
from referee.judging.rulebook import House
from referee.wording.language import N_, _
from referee.wording.sentences import Sentence

Edit = tuple[Event, ...]
"""Lines to add to a log."""

NO_EDIT: Final[Edit] = ()

WHY: Final = N_("as it should have been")
"""The reason why a line is mended, as the line that mends it says."""

AS_ANSWERED: Final = N_("as the table answers")
"""The reason why a line is added for an answer of the table."""

NEXT_CARD: Final = N_("until the next card is taken")
THIS_HAND: Final = N_("until the hand is decided")
NEXT_HAND: Final = N_("until the next hand is opened")
ANY_TIME: Final = N_("at any time")
NEVER: Final = N_("never: it is over")


@dataclass(frozen=True, slots=True)
class Rectification:
    """A way to put something right: in words, by which edit, who may do it, and until when.

    ``edit`` is empty where no line puts it right; ``told`` says why then. ``named`` is what the
    rules of the game themselves say is done about it, where they do. Where it ``decides`` the hand,
    what was played afterwards is no part of it any more. ``mended_at`` is the event by which it was
    put right already; 0 where it was not.
    """

    told: Sentence
    edit: Edit = NO_EDIT
    who: Sentence | None = None
    until: str = NEVER
    named: Sentence | None = None
    decides: bool = False
    mended_at: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to an open question, and the lines with which the record says so."""

    told: Sentence
    edit: Edit


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The people who may know the answer to an open question, and the answers that settle it. There
    are no answers if only the table can say what happened.

    Several questions may come down to one: ``at_once`` asks it, and ``all_answers`` settle all of
    them.
    """

    who: tuple[str, ...]
    answers: tuple[Answer, ...] = ()
    at_once: Sentence | None = None
    all_answers: tuple[Answer, ...] = ()


BROUGHT_ALONG: Final = frozenset(
    {"hand.over", "end.early", "turn.order", "event.reference", "score.wrong"}
)
"""Findings that an edit may bring along and still say what should have been: the hand ends
elsewhere, the turn goes round otherwise, a line refers to one that is struck out, or other points
were written."""


Deal = Mapping[str, Any]
"""A deal that fits the record, as plain data."""

FindDeal = Callable[[int, Mapping[str, str]], Deal | None]
"""Looks for a deal that fits, as it lies after an event, with cards where they are asked to be."""


def no_deal(at: int, where: Mapping[str, str]) -> Deal | None:
    """Return None: no deal is looked for."""
    return None


class Irregularity:
    """A finding to put right, or an open question to settle, in its log.

    ``lines`` are the lines of the log, ``events`` the same as they should read, ``house`` the house
    rules in force at the finding. ``deal`` looks for deals that fit the record, ``why`` is the
    reason given in the lines of an edit, and ``beside`` are all open questions.
    """

    def __init__(
        self,
        finding: Finding | Undecided,
        lines: Sequence[Event],
        events: Sequence[Numbered],
        house: House,
        deal: FindDeal = no_deal,
        why: str = WHY,
        beside: Sequence[Undecided] = (),
    ) -> None:
        self.finding = finding
        self.deal = deal
        self.beside = beside
        self._why = why
        self.lines = lines
        self.house = house
        self.events = [one for one in events if one[1]["type"] not in REVISING]
        self._places = {seq: place for place, (seq, _event) in enumerate(self.events)}
        self._reads = dict(events)

    @property
    def seq(self) -> int:
        """The number of the event that it was found at."""
        return self.finding.event

    @property
    def cites(self) -> tuple[int, ...]:
        """The other events that show it."""
        return self.finding.cites if isinstance(self.finding, Finding) else ()

    @property
    def player(self) -> str:
        """Return whom it concerns; empty where it is nobody."""
        return self.finding.player or ""

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts of the finding."""
        return self.finding.facts

    @cached_property
    def event(self) -> Event:
        """The event that it was found at, as it should read."""
        place = self._places.get(self.seq)
        return self.events[place][1] if place is not None else self._reads[self.seq]

    @cached_property
    def opened(self) -> int:
        """The place of the event that opened the hand; 0 before the first hand."""
        hands = [at for at, (_seq, event) in enumerate(self.events) if event["type"] == "hand"]
        return hands[self.finding.hand - 1] if 0 < self.finding.hand <= len(hands) else 0

    @cached_property
    def in_hand(self) -> list[Numbered]:
        """The events of the hand, the one that opened it included."""
        if not self.finding.hand:
            return []
        later = enumerate(self.events[self.opened + 1 :], self.opened + 1)
        end = next((at for at, (_seq, event) in later if event["type"] == "hand"), None)
        return self.events[self.opened : end]

    def at(self, seq: int) -> Event | None:
        """The event of this number; None where there is none."""
        place = self._places.get(seq)
        return None if place is None else self.events[place][1]

    def before(self, seq: int | None = None) -> Iterator[Numbered]:
        """The events of the hand before one (that of the finding), the nearest first."""
        place = self._places.get(self.seq if seq is None else seq, len(self.events))
        yield from reversed(self.events[self.opened : place])

    def after(self, seq: int | None = None) -> Iterator[Numbered]:
        """The events of the hand after one (that of the finding), in their order."""
        place = self._places.get(self.seq if seq is None else seq, len(self.events))
        end = self.opened + len(self.in_hand)
        yield from self.events[place + 1 : end]

    def events_after_the_hand(self) -> Sequence[Numbered]:
        """Return what follows the hand, the event that opens the next one first."""
        return self.events[self.opened + len(self.in_hand) :]

    def is_by(self, event: Event, player: str | None = None) -> bool:
        """Return whether a player has acted there: the one whom the finding concerns, or
        another."""
        return fold(event.get("player", "")) == fold(self.player if player is None else player)

    def first(self, kind: str, player: str | None = None) -> int | None:
        """The number of the first event of this kind in the hand, or of this player's first."""
        return next(
            (
                seq
                for seq, event in self.in_hand
                if event["type"] == kind and (player is None or self.is_by(event, player))
            ),
            None,
        )

    def strike(self, *numbers: int) -> Edit:
        """The lines by which these events never happened."""
        return tuple(correction(seq, self._line(seq), None, _(self._why)) for seq in numbers)

    def reads(self, seq: int, /, **fields: Any) -> Edit:
        """The line by which an event reads with these fields; one that is None is left out."""
        changed = {**(self.at(seq) or self._reads[seq]), **fields}
        event = {name: value for name, value in changed.items() if value is not None}
        return (correction(seq, self._line(seq), event, _(self._why)),)

    def put(self, event: Event, before: int | None) -> Edit:
        """The line by which an event stands before another one; None: at the end of the log."""
        return (event,) if before is None else (insertion(before, event, _(self._why)),)

    def moved(self, before: int, /, **fields: Any) -> Edit:
        """The lines by which the event of the finding stands before another one, with these
        fields."""
        said = {name: told for name, told in self.event.items() if name != "note"}
        return (*self.put({**said, **fields}, before), *self.strike(self.seq))

    @cached_property
    def end_of_hand(self) -> int | None:
        """The number of the event before which the hand ends; None where the log ends with it."""
        place = self.opened + len(self.in_hand)
        return self.events[place][0] if place < len(self.events) else None

    def _line(self, seq: int) -> Event:
        return self._reads.get(seq, self.lines[seq - 1])


Rectify = Callable[[Irregularity], Rectification]
"""The remedy for findings of one rule, or of a family of rules."""

Rectifying = Mapping[str, Rectify]
"""The remedies of a game, by the ids of its rules."""

Inquire = Callable[[Irregularity], Inquiry]
"""The way in which questions of one rule are answered."""
