"""A log that is judged repeatedly, each time with a few more lines."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from referee.judging.corrections import Event, Numbered, as_they_should_read, same_until
from referee.judging.replay import Play
from referee.judging.report import Report
from referee.rulings.playing import PlayedEvening, laid, rulebook_of
from referee.wording.sentences import SpellCard, letters


class JudgedLog:
    """The events of a log after corrections, with snapshots from the start of each hand.

    Judging restarts at the first hand that the added lines change.
    """

    def __init__(self, lines: Sequence[Event], spell: SpellCard = letters) -> None:
        self.lines = list(lines)
        self.events = as_they_should_read(self.lines)
        self._spell = spell
        self._evening: PlayedEvening[Play] = PlayedEvening(self.events)
        self.report = self._evening.play.report(len(self.lines), spell)

    def with_lines(self, added: Sequence[Event]) -> Report:
        """Return the report of the log with these lines appended.

        >>> opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
        >>> log = JudgedLog([opening, {"type": "hand", "dealer": "Beto", "bet": 5}])
        >>> log.with_lines([{"type": "leave", "player": "Ana"}])["events"]
        3
        """
        lines = [*self.lines, *added]
        events = as_they_should_read(lines)
        play, start = self._before_what_differs(events)
        play.play_on(events[start:])
        return play.report(len(lines), self._spell)

    def _before_what_differs(self, events: Sequence[Numbered]) -> tuple[Play, int]:
        """Return the table before the first hand whose events differ, and the index of the next
        event."""
        hands = bisect_left(self._evening.starts, same_until(self.events, events))
        if not hands:
            return laid(rulebook_of(events), events), 1
        return self._evening.before_hand(hands - 1), self._evening.starts[hands - 1]
