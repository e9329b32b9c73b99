"""A report as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from referee.judging.corrections import Event
from referee.judging.report import Report
from referee.judging.scorecard import Scorecard, scorecards
from referee.paper import outline
from referee.text.document import BLOCKS, sparkline, tell_blocks, thinned
from referee.text.terminal import Terminal
from referee.wording.sentences import SpellCard

MOST_BLOCKS: Final = 24
"""The most blocks of a sparkline beside the standing; a longer course is thinned."""


def tell_report(
    console: Terminal, report: Report, events: Sequence[Event], spell: SpellCard
) -> None:
    """Print the report of these events: the hands, the findings and the disputes, the scorecards
    with the best player first, and the payments made and still owed."""
    opening = events[0]
    *when, extent = outline.about(opening, report).splitlines()
    console.print(Text(", ".join([outline.title(opening), *when]), style="bold"))
    console.print(extent)
    tell_blocks(console, outline.hands(report, spell))
    tell_blocks(console, outline.findings(report, events, spell))
    for card in scorecards(report):
        *head, table = outline.scorecard(report, card, opening.get("unit", ""))
        tell_blocks(console, head)
        console.indented(_standing(console, card, report.get("winners", ())))
        tell_blocks(console, [table])
    tell_blocks(console, outline.account(report))


def _standing(console: Terminal, card: Scorecard, winners: Sequence[str]) -> Table:
    """Return the players by their places, each with a sparkline over the hands unless there is only
    one, results are open, or the terminal has no blocks."""
    courses = (card.courses() or {}).items() if len(card.rows) > 1 and console.shows(BLOCKS) else ()
    shown = {player: thinned(course, MOST_BLOCKS) for player, course in courses}
    known = [0, *(amount for course in shown.values() for amount in course)]
    high = max(known[1:], default=0)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(justify="right", no_wrap=True, style="bold")
    table.add_column(no_wrap=True)
    for place, player in card.standing(winners):
        drawn = sparkline(shown[player], min(known), high) if shown else ""
        table.add_row(f"{place}.", player, card.format_amount(card.total(player)), drawn)
    return table
