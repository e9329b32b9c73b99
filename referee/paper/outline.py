"""The outline of a report: the same in a terminal, on a page and on paper."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.judging import summary
from referee.judging.corrections import Event, as_they_should_read
from referee.judging.registry import find
from referee.judging.report import Report
from referee.judging.rulebook import HandAccount
from referee.judging.scorecard import POINTS, Scorecard
from referee.paper.blocks import Amounts, Block, Heading, Items, Paragraph
from referee.wording.language import _, listed, ngettext
from referee.wording.sentences import SpellCard
from referee.wording.visible import visible


def title(opening: Mapping[str, Any]) -> str:
    """Return the title of a log, by default that of its game."""
    return visible(opening.get("title") or find(opening["game"]).title)


def when(opening: Mapping[str, Any]) -> str:
    """Return the place and the date of a log, as far as it names them."""
    return ", ".join(visible(opening[key]) for key in ("place", "date") if opening.get(key))


def about(opening: Mapping[str, Any], report: Report) -> str:
    """Return the place and the date, and below them the players, and the extent of a log."""
    hands = ngettext("{number} hand", "{number} hands", len(report["hands"]))
    events = ngettext("{number} event", "{number} events", report["events"])
    who = f"{visible(listed(report['players']))}; {hands}, {events}."
    return "\n".join(filter(None, [when(opening), who]))


def hands(report: Report, spell: SpellCard) -> Iterator[Block]:
    """Yield the hands: the winners, their winnings and the reasons."""
    for reported in report["hands"]:
        yield from hand(find(report["game"]).account(reported), spell)


def hand(account: HandAccount, spell: SpellCard) -> Iterator[Block]:
    """Yield one hand."""
    yield Heading(account.heading.render(spell), 2)
    for sentence in (*account.sentences, *account.if_enforced):
        yield Paragraph(sentence.render(spell))


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
        decides = _("What would decide it: {would_decide}.")
        yield Items([
            (question["question"], _quoted(question, f"{place}. {decides.format_map(question)}"))
            for question in report["undecided"]
            for place in [summary.format_place(question)]
        ])  # fmt: skip
    disputes = list(summary.disputes(as_they_should_read(events)))
    if disputes:
        yield Heading(_("Disputes"))
        yield Items([(dispute.sentence.render(spell), _(dispute.outcome)) for dispute in disputes])


def _quoted(finding: Mapping[str, Any], details: str) -> str:
    """Return the details of a finding or a question, and its line of the score sheet."""
    return f"{details}\n> {visible(finding['written'])}" if "written" in finding else details


def account(report: Report) -> Iterator[Block]:
    """Yield the pots, and the payments made and still owed, after the first hand."""
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


def scorecard(report: Report, card: Scorecard, unit: str) -> Iterator[Block]:
    """Yield a scorecard: its title, the winners of a finished game of points, and a table with the
    result of each hand, and below it the sum so far."""
    yield Heading(card.title(unit))
    if card.counts == POINTS:
        for sentence in summary.won_by(report):
            yield Paragraph(sentence.render(), strong=True)
    several = len(card.rows) > 1
    middle = [_("In the middle")] if card.has_middle else []
    rows = []
    for row in card.rows:
        cells = [f"{row.heading.render()}\n{row.ending.render()}"]
        for player in card.players:
            brought = card.format_amount(row.brought[player]) if player in row.brought else "–"
            if several and player in row.brought:
                brought += f"\n({card.format_amount(row.so_far[player])})"
            cells.append(brought)
        rows.append([*cells, *(str(row.middle or "") for _title in middle)])
    totals = [card.format_amount(card.total(player)) for player in card.players]
    sums = [_("Total"), *totals, *("" for _title in middle)] if several else ()
    yield Amounts([_("Hand"), *map(visible, card.players), *middle], rows, sums)
