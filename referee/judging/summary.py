"""The parts of a report beside its findings as sentences for all ways to show them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from referee.judging.account import THE_MIDDLE
from referee.judging.corrections import Event, Numbered
from referee.judging.findings import DISQUALIFICATION, FORFEIT, MISSED, PAYMENT, RECORD, VIOLATION
from referee.judging.registry import find
from referee.judging.report import Report, who_pays_whom
from referee.judging.rulebook import Sayings
from referee.wording.language import N_, Word, _, listed
from referee.wording.sentences import Sentence, SpellCard, letters
from referee.wording.visible import visible

KINDS: Final = {
    RECORD: N_("record wrong"),
    VIOLATION: N_("not allowed"),
    DISQUALIFICATION: N_("disqualifying offence"),
    FORFEIT: N_("right lost"),
    MISSED: N_("chance missed"),
    PAYMENT: N_("wrong payment"),
}
"""The kinds of finding in words."""

STATUS: Final = {"open": N_("open"), "forgiven": N_("forgiven"), "enforced": N_("enforced")}
"""The status of a finding, in words."""

DECISIONS: Final = {
    "upheld": N_("upheld"),
    "dismissed": N_("dismissed"),
    "forgiven": N_("forgiven"),
}
"""The decisions of a table about a dispute, in words."""


def format_place(finding: Mapping[str, Any]) -> str:
    """Return the place of a finding or a question: the hand, the event, and the line of a sheet.

    >>> format_place({"hand": 2, "event": 31, "line": 9, "written": "Ana 7h"})
    'hand 2, event 31, line 9'
    """
    places = [_("hand {hand}").format_map(finding)] if finding["hand"] else []
    places.append(_events([finding["event"]]))
    if "written" in finding:
        places.append(_("line {line}").format_map(finding))
    return ", ".join(places)


def format_details(finding: Mapping[str, Any]) -> str:
    """Return the details of a finding: its place, kind, status, rule, and other events."""
    cited = finding["cites"]
    details = [
        format_place(finding),
        _(KINDS[finding["kind"]]),
        _(STATUS.get(finding["status"] or "", "")),
        _("see {events}").format(events=_events(cited)) if cited else "",
        _("rule {rule}").format_map(finding),
    ]
    return "; ".join(filter(None, details))


def _events(numbers: Iterable[int]) -> str:
    return listed([_("event {number}").format(number=number) for number in numbers])


def in_words(event: Event, sayings: Sayings, spell: SpellCard = letters) -> str:
    """Return the sentences of a log line as one text."""
    return " ".join(sentence.render(spell) for sentence in sayings(event))


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute: the number of its line, the disputed event, and the outcome."""

    event: int
    about: int
    sentence: Sentence
    outcome: Word
    is_decided: bool = False


def disputes(events: Iterable[Numbered]) -> Iterator[Dispute]:
    """Yield the disputes among these events, each with the table's last decision.

    >>> contest = {"type": "dispute", "by": "Beto", "event": 3, "text": "It was mine."}
    >>> [dispute.sentence.render() for dispute in disputes([(4, contest)])]
    ['Beto disputes event 3: It was mine.']
    """
    written = list(events)
    decided = {
        event["dispute"]: event["decision"] for _seq, event in written if event["type"] == "ruling"
    }
    for seq, event in written:
        if event["type"] == "dispute":
            outcome = DECISIONS.get(decided.get(seq, ""), N_("not decided by the table yet"))
            sentence = Sentence("{by} disputes event {event}: {text}", event)
            yield Dispute(seq, event["event"], sentence, Word(outcome), seq in decided)


def counts_points(report: Report) -> bool:
    """Return whether the game of a report counts points."""
    return "scores" in report


def so_far(report: Report) -> dict[str, str]:
    """Return the standings: points in games that count them, otherwise money; empty for a game with
    neither.

    >>> so_far({"game": "desmoche", "totals": {"Ana": 5, "Beto": -5}})
    {'Ana': '+5', 'Beto': '-5'}
    >>> so_far({"totals": {"Ana": 0, "Beto": 0}, "scores": {"Ana": 12, "Beto": None}})
    {'Ana': '12', 'Beto': '?'}
    """
    if counts_points(report):
        return {player: format_points(points) for player, points in report["scores"].items()}
    if not find(report["game"]).money:
        return {}
    return {player: format_money(amount) for player, amount in report["totals"].items()}


def money_in(unit: str) -> str:
    """Return the heading of a column of money; the unit may be empty.

    >>> money_in("córdobas"), money_in("")
    ('Money in córdobas', 'Money')
    """
    return _("Money in {unit}").format(unit=visible(unit)) if unit else _("Money")


def format_money(amount: int) -> str:
    """Return a gain or loss as a table shows it.

    >>> format_money(5), format_money(0), format_money(-5)
    ('+5', '0', '-5')
    """
    return f"{amount:+}" if amount else "0"


def format_points(points: int | None) -> str:
    """Return points as a table shows them; a question mark if they are unknown."""
    return "?" if points is None else str(points)


def won_by(report: Report) -> Iterator[Sentence]:
    """Yield the winners of a finished game."""
    winners = report.get("winners", [])
    if len(winners) == 1:
        yield Sentence("{player} has won the game.", {"player": winners[0]})
    elif winners:
        yield Sentence("{players} share the win.", {"players": winners})


def left_over(report: Report) -> Iterator[Sentence]:
    """Yield the money in the pots after a report's last hand."""
    for game, pot in report["side_carried"].items():
        facts = {"game": Word(game.replace("_", " ")), "pot": pot}
        yield Sentence("In the pot of {game}: {pot}.", facts)
    if report["carried"]:
        yield Sentence("In the pot: {pot}.", {"pot": report["carried"]})


def payments(report: Report) -> Iterator[Sentence]:
    """Yield the recorded payments."""
    known = {THE_MIDDLE, *report["players"]}
    for payment in report["account"]["payments"]:
        facts = {**payment, "giver": payment["from"], "taker": payment["to"]}
        if payment["to"] == THE_MIDDLE:
            yield Sentence("Hand {hand}: {giver} paid {amount} into the middle.", facts)
        elif payment["from"] == THE_MIDDLE:
            yield Sentence("Hand {hand}: {taker} got {amount} from the middle.", facts)
        else:
            yield Sentence("Hand {hand}: {giver} paid {taker} {amount}.", facts)
        if not {payment["from"], payment["to"]} <= known:
            yield Sentence("That does not count: nobody at the table has this name.", {})


def still_owed(report: Report) -> Iterator[Sentence]:
    """Yield the payments still due, and whether they may change."""
    for transfer in who_pays_whom(report):
        facts = asdict(transfer)
        if transfer.taker == THE_MIDDLE:
            yield Sentence("{giver} pays the middle {amount}.", facts)
        elif transfer.giver == THE_MIDDLE:
            yield Sentence("{taker} takes {amount} from the middle.", facts)
        else:
            yield Sentence("{giver} pays {taker} {amount}.", facts)
    if not report["account"]["still_owed"]:
        yield Sentence("Nobody owes anything.", {})
    if report["account"]["open"]:
        yield Sentence("The record leaves money open: this may still change.", {})
