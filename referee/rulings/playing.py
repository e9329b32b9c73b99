"""Playing an evening through: the table laid, the report, and the hands to come back to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Generic, TypeVar

from referee.judging.corrections import Numbered
from referee.judging.registry import find
from referee.judging.replay import Play
from referee.judging.report import Report
from referee.judging.rulebook import Rulebook
from referee.wording.sentences import SpellCard, letters

P = TypeVar("P", bound=Play)


def rulebook_of(evening: Sequence[Numbered]) -> Rulebook:
    """The rules of the game that was played."""
    return find(evening[0][1]["game"])


def laid(rulebook: Rulebook, evening: Sequence[Numbered]) -> Any:
    """The table as the line that opens the evening lays it."""
    return rulebook.lay_table(rulebook, evening[0][1])


class PlayedEvening(Generic[P]):
    """An evening that was played through, and can be taken back to where any of its hands begins.

    ``starts`` are the places of the events that open the hands.
    """

    def __init__(self, events: Sequence[Numbered]) -> None:
        self.events = events
        self.play: P = laid(rulebook_of(events), events)
        self.starts: list[int] = []
        self._snapshots: list[Any] = []
        for place, (seq, event) in enumerate(events[1:], 1):
            if event["type"] == "hand":
                self.starts.append(place)
                self._snapshots.append(self.play.snapshot())
            self.play.step(seq, event)

    def before_hand(self, at: int) -> P:
        """The table before the hand at this place among the hands (0 is the first), all hands
        before it as they stand in the evening. It may be played on from there in any way."""
        known = min(at, len(self._snapshots) - 1)
        self.play.restore(self._snapshots[known])
        # a snapshot tells only how to go back: it is of no use once an earlier hand was played anew
        del self._snapshots[known + 1 :]
        for start, end in pairwise(self.starts[known : at + 1]):
            self.play.play_on(self.events[start:end])
            self._snapshots.append(self.play.snapshot())
        return self.play


def reported(
    rulebook: Rulebook, evening: Sequence[Numbered], lines: int, spell: SpellCard = letters
) -> Report:
    """The report of events that bear their numbers already, of a log of so many lines."""
    play: Play = laid(rulebook, evening)
    play.play_on(evening[1:])
    return play.report(lines, spell)
