"""A report as people read it at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from referee.judging.corrections import Event, as_they_should_read
from referee.judging.registry import find
from referee.judging.report import Report, ReportedFinding, ReportedQuestion
from referee.judging.rulebook import HandAccount
from referee.judging.summary import (
    KINDS,
    STATUS,
    counts_points,
    disputes,
    left_over,
    payments,
    points_told,
    won_by,
)
from referee.wording.language import _, listed, ngettext
from referee.wording.sentences import SpellCard
from referee.wording.visible import visible

INDENT = (0, 0, 0, 2)
MOST_COLUMNS = 6
"""With more hands than these only the sums are shown."""


def tell_report(
    console: Console, report: Report, events: Sequence[Mapping[str, Any]], spell: SpellCard
) -> None:
    """Print the report of these events: what happened, what was found and what is disputed, the
    money, who pays whom."""
    opening = events[0]
    _tell_opening(console, report, opening)
    for hand in report["hands"]:
        tell_hand(console, find(report["game"]).account(hand), spell)
    _tell_findings(console, report["findings"])
    _tell_undecided(console, report["undecided"])
    _tell_disputes(console, events, spell)
    if report["hands"] and counts_points(report):
        _tell_points(console, report)
    if report["hands"] and find(report["game"]).money:
        _tell_money(console, report, opening.get("unit", ""))


def _heading(console: Console, text: str) -> None:
    console.print()
    console.print(Text(text, style="bold"))


def _line(console: Console, text: str, style: str = "") -> None:
    console.print(Padding(Text(text, style=style), INDENT, expand=False))


def _tell_opening(console: Console, report: Report, opening: Mapping[str, Any]) -> None:
    title = opening.get("title") or find(report["game"]).title
    about = [title, *(opening[key] for key in ("place", "date") if opening.get(key))]
    console.print(Text(visible(", ".join(about)), style="bold"))
    events = ngettext("{number} event", "{number} events", report["events"])
    hands = ngettext("{number} hand", "{number} hands", len(report["hands"]))
    console.print(f"{listed(report['players'])}; {hands}, {events}.")


def tell_hand(console: Console, account: HandAccount, spell: SpellCard) -> None:
    """Print one hand of a report: who won what and how."""
    _heading(console, account.heading.told(spell))
    for sentence in account.told:
        _line(console, sentence.told(spell))
    for sentence in account.if_enforced:
        _line(console, sentence.told(spell), style="yellow")


def _events(numbers: Iterable[int]) -> str:
    return listed([_("event {number}").format(number=number) for number in numbers])


def _tell_findings(console: Console, findings: Sequence[ReportedFinding]) -> None:
    if not findings:
        _heading(console, _("Nothing was found against the rules."))
        return
    _heading(console, _("What the referee found"))
    for number, finding in enumerate(findings, 1):
        _line(console, f"{number}. {finding['message']}")
        details = [
            _events([finding["event"]]),
            _(KINDS[finding["kind"]]),
            _(STATUS.get(finding["status"] or "", "")),
        ]
        if finding["cites"]:
            details.append(_("see {events}").format(events=_events(finding["cites"])))
        details.append(_("rule {rule}").format(rule=finding["rule"]))
        text = Text("; ".join(filter(None, details)), style="dim")
        console.print(Padding(text, (0, 0, 0, 5), expand=False))
    if any(finding["status"] == "open" for finding in findings):
        mended = _(
            "A slip of the pen is mended by a correct line, a breach that the table\nlets pass by "
            "a forgive line."
        )
        _line(console, mended)


def _tell_undecided(console: Console, undecided: Sequence[ReportedQuestion]) -> None:
    if not undecided:
        return
    _heading(console, _("What the record leaves open"))
    for one in undecided:
        _line(console, _("- {question} (event {event})").format_map(one))
        decides = _("What would decide it: {would_decide}.").format_map(one)
        _line(console, f"  {decides}", style="dim")


def _tell_disputes(console: Console, events: Sequence[Event], spell: SpellCard) -> None:
    contested = list(disputes(as_they_should_read(events)))
    if contested:
        _heading(console, _("Disputes"))
    for one in contested:
        _line(console, f"- {one.told.told(spell)} ({_(one.outcome)})")


def _tell_points(console: Console, report: Report) -> None:
    _heading(console, _("Points"))
    hands = [hand.get("scores", {}) for hand in report["hands"]]
    _tell_columns(console, report, hands, report["scores"], points_told)
    for sentence in won_by(report):
        _line(console, sentence.told())


def _tell_columns(
    console: Console,
    report: Report,
    hands: Sequence[Mapping[str, Any]],
    totals: Mapping[str, Any],
    told: Callable[[Any], str],
) -> None:
    """Print a table of the players with a column for what each had of every hand, and one for the
    totals; without the hands where they are too many."""
    shown = hands if len(hands) <= MOST_COLUMNS else []
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("", no_wrap=True)
    for hand, _each in zip(report["hands"], shown, strict=False):
        table.add_column(_("hand {hand}").format_map(hand), justify="right", no_wrap=True)
    table.add_column(_("total"), justify="right", no_wrap=True, style="bold")
    for player in report["players"]:
        cells = [told(each[player]) if player in each else "" for each in shown]
        table.add_row(player, *cells, told(totals[player]))
    console.print(Padding(table, INDENT, expand=False))


def _tell_money(console: Console, report: Report, unit: str) -> None:
    _heading(console, _("Money in {unit}").format(unit=visible(unit)) if unit else _("Money"))
    hands = [hand["net"] for hand in report["hands"]]
    _tell_columns(console, report, hands, report["totals"], "{:+}".format)
    for sentence in left_over(report):
        _line(console, sentence.told())
    _heading(console, _("Who pays whom"))
    whole = _("(for the whole evening, as if nothing had been paid yet)")
    _line(console, whole, style="dim")
    for sentence in payments(report):
        _line(console, sentence.told())
