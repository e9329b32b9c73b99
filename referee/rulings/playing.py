"""Playing an evening through: the table laid, the report, and the moments to come back to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.judging.corrections import Numbered
from referee.judging.registry import find
from referee.judging.replay import Play
from referee.judging.report import Report
from referee.judging.rulebook import Rulebook
from referee.wording.sentences import SpellCard, letters

Mark = tuple[int, Any]
"""The place at which a hand is opened, and the snapshot of the table before it."""


def rulebook_of(evening: Sequence[Numbered]) -> Rulebook:
    """The rules of the game that was played."""
    return find(evening[0][1]["game"])


def laid(rulebook: Rulebook, evening: Sequence[Numbered]) -> Any:
    """The table as the line that opens the evening lays it."""
    return rulebook.lay_table(rulebook, evening[0][1])


def play_through(play: Play, events: Iterable[Numbered]) -> None:
    """Let these events happen, one after another."""
    for seq, event in events:
        play.step(seq, event)


def play_and_mark(play: Play, evening: Sequence[Numbered]) -> list[Mark]:
    """Let all events after the opening happen, and mark where each hand begins."""
    marks = []
    for place, (seq, event) in enumerate(evening[1:], 1):
        if event["type"] == "hand":
            marks.append((place, play.snapshot()))
        play.step(seq, event)
    return marks


def reported(
    rulebook: Rulebook, evening: Sequence[Numbered], lines: int, spell: SpellCard = letters
) -> Report:
    """The report of events that bear their numbers already, of a log of so many lines."""
    play: Play = laid(rulebook, evening)
    play_through(play, evening[1:])
    return play.report(lines, spell)
