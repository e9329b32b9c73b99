"""A log that is judged again and again, each time with a few lines added to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.judging.corrections import Event, as_they_should_read
from referee.judging.registry import find
from referee.judging.replay import Play
from referee.judging.report import Report
from referee.wording.sentences import SpellCard, letters


class Evening:
    """The events of a log as they should read, and the moments at which its hands were opened.

    What is added is judged from the first hand that it changes.
    """

    def __init__(self, lines: Sequence[Event], spell: SpellCard = letters) -> None:
        self.lines = list(lines)
        self.events = as_they_should_read(self.lines)
        self._spell = spell
        self._marks: list[tuple[int, Any]] = []
        self._play = self._laid(self.events[0][1])
        for place, (seq, event) in enumerate(self.events[1:], 1):
            if event["type"] == "hand":
                self._marks.append((place, self._play.snapshot()))
            self._play.step(seq, event)
        self.report: Report = self._play.report(len(self.lines), spell)

    def with_lines(self, added: Sequence[Event]) -> Report:
        """The report of the log with these lines after its own.

        >>> opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
        >>> evening = Evening([opening, {"type": "hand", "dealer": "Beto", "bet": 5}])
        >>> evening.with_lines([{"type": "leave", "player": "Ana"}])["events"]
        3
        """
        lines = [*self.lines, *added]
        events = as_they_should_read(lines)
        pairs = enumerate(zip(self.events, events, strict=False))
        shorter = min(len(self.events), len(events))
        same = next((place for place, (old, new) in pairs if old != new), shorter)
        marks = [mark for mark in self._marks if mark[0] <= same]
        if marks:
            start, snapshot = marks[-1]
            play = self._play
            play.restore(snapshot)
        else:
            start, play = 1, self._laid(events[0][1])
        for seq, event in events[start:]:
            play.step(seq, event)
        return play.report(len(lines), self._spell)

    def _laid(self, opening: Event) -> Play:
        rulebook = find(opening["game"])
        play: Play = rulebook.lay_table(rulebook, opening)
        return play
