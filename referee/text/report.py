"""A report as text."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from referee.judging.corrections import Event
from referee.judging.registry import find
from referee.judging.report import Report
from referee.judging.rulebook import HandAccount
from referee.judging.scorecard import POINTS, scorecards
from referee.judging.summary import won_by
from referee.paper import outline
from referee.text.document import tell_blocks
from referee.text.scorecard import tell_scorecard
from referee.text.terminal import Terminal
from referee.wording.language import listed, ngettext
from referee.wording.sentences import SpellCard
from referee.wording.visible import visible


def tell_report(
    console: Terminal, report: Report, events: Sequence[Event], spell: SpellCard
) -> None:
    """Print the report of these events: the hands, the findings and the disputes, the scorecard,
    and the payments made and still owed."""
    opening = events[0]
    _tell_opening(console, report, opening)
    for hand in report["hands"]:
        tell_hand(console, find(report["game"]).account(hand), spell)
    tell_blocks(console, outline.findings(report, events, spell))
    _tell_cards(console, report, opening.get("unit", ""), spell)
    tell_blocks(console, outline.account(report))


def _heading(console: Terminal, text: str) -> None:
    console.print()
    console.print(Text(text, style="bold"))


def _tell_opening(console: Terminal, report: Report, opening: Mapping[str, Any]) -> None:
    title = opening.get("title") or find(report["game"]).title
    about = [title, *(opening[key] for key in ("place", "date") if opening.get(key))]
    console.print(Text(visible(", ".join(about)), style="bold"))
    events = ngettext("{number} event", "{number} events", report["events"])
    hands = ngettext("{number} hand", "{number} hands", len(report["hands"]))
    console.print(f"{listed(report['players'])}; {hands}, {events}.")


def tell_hand(console: Terminal, account: HandAccount, spell: SpellCard) -> None:
    """Print one hand of a report: the winners, their winnings and the reasons."""
    _heading(console, account.heading.render(spell))
    for sentence in account.sentences:
        console.indented(sentence.render(spell))
    for sentence in account.if_enforced:
        console.indented(sentence.render(spell), style="yellow")


def _tell_cards(console: Terminal, report: Report, unit: str, spell: SpellCard) -> None:
    """Print the scorecards of the evening, and its winner."""
    for card in scorecards(report):
        _heading(console, card.title(unit))
        if card.counts == POINTS:
            for sentence in won_by(report):
                console.indented(sentence.render())
        tell_scorecard(console, card, report.get("winners", ()), spell)
