"""The outline of a report beside its hands and scorecards: the same in a terminal, on a page and on
paper."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.judging import summary
from referee.judging.corrections import Event, as_they_should_read
from referee.judging.report import Report
from referee.paper.blocks import Amounts, Block, Heading, Items, Paragraph
from referee.wording.language import _
from referee.wording.sentences import SpellCard
from referee.wording.visible import visible


def findings(report: Report, events: Sequence[Event], spell: SpellCard) -> Iterator[Block]:
    """Yield the findings, the open questions, and the disputes."""
    found = [
        (finding["message"], _quoted(finding, summary.format_details(finding)))
        for finding in report["findings"]
    ]
    if found:
        yield Heading(_("What the referee found"))
        yield Items(found, numbered=True)
    else:
        yield Heading(_("Nothing was found against the rules."))
    if report["undecided"]:
        yield Heading(_("What the record leaves open"))
        yield Items(
            [
                (question["question"], _quoted(question, _deciding(question)))
                for question in report["undecided"]
            ]
        )
    disputes = list(summary.disputes(as_they_should_read(events)))
    if disputes:
        yield Heading(_("Disputes"))
        yield Items([(dispute.sentence.render(spell), _(dispute.outcome)) for dispute in disputes])


def _deciding(question: Mapping[str, Any]) -> str:
    decides = _("What would decide it: {would_decide}.").format_map(question)
    return f"{summary.format_place(question)}. {decides}"


def _quoted(finding: Mapping[str, Any], details: str) -> str:
    """Return the details of a finding or a question, and its line of the score sheet."""
    return f"{details}\n> {visible(finding['written'])}" if "written" in finding else details


def account(report: Report) -> Iterator[Block]:
    """Yield the pots, and the payments made and still owed; nothing before the first hand, or if no
    money moves."""
    if not report["hands"] or "account" not in report:
        return
    for sentence in summary.left_over(report):
        yield Paragraph(sentence.render())
    paid = [(sentence.render(), "") for sentence in summary.payments(report)]
    if paid:
        yield Heading(_("What was paid"))
        yield Items(paid)
        yield _balances(report)
        if report["account"]["stakes"]:
            text = _("Money came out of the middle, so the stakes count as paid.")
            yield Paragraph(text, soft=True)
    yield Heading(_("Still owed"))
    if not paid:
        yield Paragraph(_("(no payment was written down)"), soft=True)
    yield Items([(sentence.render(), "") for sentence in summary.still_owed(report)])


def _balances(report: Report) -> Amounts:
    """Return a table of the money that each player won, was paid, and is still owed."""
    paid, owed = report["account"]["paid"], report["account"]["owed"]
    rows = [
        [
            visible(player),
            *map(summary.format_money, (report["totals"][player], paid[player], owed[player])),
        ]
        for player in report["players"]
    ]
    return Amounts([_("Player"), _("won"), _("paid"), _("owed")], rows)
