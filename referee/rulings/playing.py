"""Replays of an evening: the table, its report, and snapshots before each hand."""

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
    """Return the rulebook of the evening's game."""
    return find(evening[0][1]["game"])


def laid(rulebook: Rulebook, evening: Sequence[Numbered]) -> Any:
    """Return the table as the opening line sets it up."""
    return rulebook.lay_table(rulebook, evening[0][1])


class PlayedEvening(Generic[P]):
    """A replayed evening that can go back to the start of any hand.

    ``starts`` are the indexes of the events that open the hands.
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
        """Return the table before a hand (0 is the first), with all earlier hands played. Play may
        go on from there in any way."""
        known = min(at, len(self._snapshots) - 1)
        self.play.restore(self._snapshots[known])
        # a snapshot only undoes later events, so it is useless after an earlier hand is replayed
        del self._snapshots[known + 1 :]
        for start, end in pairwise(self.starts[known : at + 1]):
            self.play.play_on(self.events[start:end])
            self._snapshots.append(self.play.snapshot())
        return self.play


def reported(
    rulebook: Rulebook, evening: Sequence[Numbered], lines: int, spell: SpellCard = letters
) -> Report:
    """Return the report of numbered events from a log of ``lines`` lines."""
    play: Play = laid(rulebook, evening)
    play.play_on(evening[1:])
    return play.report(lines, spell)
