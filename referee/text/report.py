"""A report as text, as people read it at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from referee.judging.corrections import Event, as_they_should_read
from referee.judging.registry import find
from referee.judging.report import Report, ReportedFinding, ReportedQuestion
from referee.judging.rulebook import HandAccount
from referee.judging.scorecard import POINTS, scorecards
from referee.judging.summary import (
    details_told,
    disputes,
    left_over,
    money_told,
    payments,
    place_told,
    still_owed,
    won_by,
)
from referee.text.scorecard import tell_scorecard
from referee.text.terminal import Terminal
from referee.wording.language import _, listed, ngettext
from referee.wording.sentences import SpellCard
from referee.wording.visible import visible

INDENT = (0, 0, 0, 2)


def tell_report(
    console: Terminal, report: Report, events: Sequence[Event], spell: SpellCard
) -> None:
    """Print the report of these events: what happened, what was found and what is disputed, the
    scorecard, what was paid and what is still owed."""
    opening = events[0]
    _tell_opening(console, report, opening)
    for hand in report["hands"]:
        tell_hand(console, find(report["game"]).account(hand), spell)
    _tell_findings(console, report["findings"])
    _tell_undecided(console, report["undecided"])
    _tell_disputes(console, events, spell)
    _tell_cards(console, report, opening.get("unit", ""), spell)
    if report["hands"] and "account" in report:
        _tell_account(console, report)


def _heading(console: Terminal, text: str) -> None:
    console.print()
    console.print(Text(text, style="bold"))


def _line(console: Terminal, text: str, style: str = "") -> None:
    console.print(Padding(Text(text, style=style), INDENT, expand=False))


def _tell_opening(console: Terminal, report: Report, opening: Mapping[str, Any]) -> None:
    title = opening.get("title") or find(report["game"]).title
    about = [title, *(opening[key] for key in ("place", "date") if opening.get(key))]
    console.print(Text(visible(", ".join(about)), style="bold"))
    events = ngettext("{number} event", "{number} events", report["events"])
    hands = ngettext("{number} hand", "{number} hands", len(report["hands"]))
    console.print(f"{listed(report['players'])}; {hands}, {events}.")


def tell_hand(console: Terminal, account: HandAccount, spell: SpellCard) -> None:
    """Print one hand of a report: who won what and how."""
    _heading(console, account.heading.told(spell))
    for sentence in account.told:
        _line(console, sentence.told(spell))
    for sentence in account.if_enforced:
        _line(console, sentence.told(spell), style="yellow")


def _quote(console: Terminal, one: Mapping[str, Any]) -> None:
    """Print the line of a sheet that a finding or a question is about."""
    if "written" in one:
        _detail(console, f"> {visible(one['written'])}", style="italic")


def _detail(console: Terminal, text: str, style: str = "dim") -> None:
    console.print(Padding(Text(text, style=style), (0, 0, 0, 5), expand=False))


def _tell_findings(console: Terminal, findings: Sequence[ReportedFinding]) -> None:
    if not findings:
        _heading(console, _("Nothing was found against the rules."))
        return
    _heading(console, _("What the referee found"))
    for number, finding in enumerate(findings, 1):
        _line(console, f"{number}. {finding['message']}")
        _detail(console, details_told(finding))
        _quote(console, finding)


def _tell_undecided(console: Terminal, undecided: Sequence[ReportedQuestion]) -> None:
    if not undecided:
        return
    _heading(console, _("What the record leaves open"))
    for one in undecided:
        _line(console, "- {question} ({place})".format(**one, place=place_told(one)))
        _quote(console, one)
        decides = _("What would decide it: {would_decide}.").format_map(one)
        _detail(console, decides)


def _tell_disputes(console: Terminal, events: Sequence[Event], spell: SpellCard) -> None:
    contested = list(disputes(as_they_should_read(events)))
    if contested:
        _heading(console, _("Disputes"))
    for one in contested:
        _line(console, f"- {one.told.told(spell)} ({_(one.outcome)})")


def _tell_cards(console: Terminal, report: Report, unit: str, spell: SpellCard) -> None:
    """Print the scorecards of the evening, and who has won it."""
    for card in scorecards(report):
        _heading(console, card.title(unit))
        if card.counts == POINTS:
            for sentence in won_by(report):
                _line(console, sentence.told())
        tell_scorecard(console, card, report.get("winners", ()), spell)


def _tell_account(console: Terminal, report: Report) -> None:
    """Print what was paid, and what is still owed."""
    for sentence in left_over(report):
        console.print(Text(sentence.told()))
    paid = [one.told() for one in payments(report)]
    if paid:
        _heading(console, _("What was paid"))
        for told in paid:
            _line(console, told)
        _tell_balances(console, report)
    _heading(console, _("Still owed"))
    if not paid:
        _line(console, _("(no payment was written down)"), style="dim")
    for sentence in still_owed(report):
        _line(console, sentence.told())


def _tell_balances(console: Terminal, report: Report) -> None:
    """Print of everybody what they won, what they were paid, and what they still get."""
    account = report["account"]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column(overflow="fold")
    for title in (_("won"), _("paid"), _("owed")):
        table.add_column(title, justify="right", no_wrap=True)
    for player in report["players"]:
        amounts = report["totals"][player], account["paid"][player], account["owed"][player]
        table.add_row(player, *map(money_told, amounts))
    console.print()
    console.print(Padding(table, INDENT, expand=False))
    if account["stakes"]:
        told = _("Money came out of the middle, so the stakes count as paid.")
        _line(console, told, style="dim")
