"""A log that is judged again and again, each time with a few lines added to it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from referee.judging.corrections import Event, Numbered, as_they_should_read, same_until
from referee.judging.replay import Play
from referee.judging.report import Report
from referee.rulings.playing import PlayedEvening, laid, rulebook_of
from referee.wording.sentences import SpellCard, letters


class JudgedLog:
    """The events of a log as they should read, and the moments at which its hands were opened.

    Added lines are judged from the first hand that they change.
    """

    def __init__(self, lines: Sequence[Event], spell: SpellCard = letters) -> None:
        self.lines = list(lines)
        self.events = as_they_should_read(self.lines)
        self._spell = spell
        self._evening: PlayedEvening[Play] = PlayedEvening(self.events)
        self.report = self._evening.play.report(len(self.lines), spell)

    def with_lines(self, added: Sequence[Event]) -> Report:
        """The report of the log with these lines after its own.

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
        """The table before the first hand in which these events are others, and the place of the
        event that comes next."""
        hands = bisect_left(self._evening.starts, same_until(self.events, events))
        if not hands:
            return laid(rulebook_of(events), events), 1
        return self._evening.before_hand(hands - 1), self._evening.starts[hands - 1]
