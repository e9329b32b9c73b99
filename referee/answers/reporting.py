"""The report of a log (see ``report.md``), as plain data."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from referee.answers import money, scoring
from referee.answers.scoring import ScoredTable
from referee.core.hand import Hand
from referee.judging.findings import Finding, Undecided
from referee.judging.report import Report
from referee.wording.sentences import SpellCard, plain

FORMAT: Final = 1


def report(
    table: ScoredTable,
    events: int,
    spell: SpellCard,
    findings: Iterable[Finding],
    accounts: Iterable[Mapping[str, Any]],
    undecided: Iterable[Undecided],
    **more: Any,
) -> Report:
    """Return a report, with the game's ``accounts`` of the hands and ``more`` of the evening."""
    hands = zip(table.hands, accounts, strict=True)
    fields = {
        "format": FORMAT,
        "game": table.rulebook.name,
        "edition": table.rulebook.edition,
        "house": plain(table.opening_house),
        "players": list(table.players),
        "events": events,
        "findings": [finding.to_dict(table.status(finding), spell) for finding in findings],
        "hands": [_hand(hand, table.players, account) for hand, account in hands],
        **more,
        "undecided": [question.to_dict(spell) for question in undecided],
    }
    return Report(fields)


def _hand(hand: Hand, players: Sequence[str], account: Mapping[str, Any]) -> dict[str, Any]:
    """Return a hand as plain data, with money and points in the order of ``players``."""
    fields = {
        "hand": hand.number,
        "first_event": hand.first_event,
        "last_event": hand.last_event,
        "dealer": hand.seats[-1].name,
        "bet": 0,
        "stakes": 1,
        "pot": 0,
        "outcome": {},
        "bonuses": [],
        "side_games": [],
        "disqualified": [],
        "withdrawn": [],
        "net": dict.fromkeys(players, 0),
        "carried": 0,
        "if_enforced": None,
        **account,
    }
    for field in {"net", "scores"} & fields.keys():
        fields[field] = {name: fields[field][name] for name in players if name in fields[field]}
    return fields


def standing(table: ScoredTable) -> Report:
    """Return the part of the report with the standings."""
    evening = scoring.settle(table)
    fields = {
        "game": table.rulebook.name,
        "players": list(table.players),
        "totals": dict.fromkeys(table.players, 0),
        **({"scores": evening.sums} if table.game.scored else {}),
    }
    if money.has_money(table):
        purses = money.purses(table, evening.hands)
        fields["totals"] = money.evening(table, purses).account().totals
    return Report(fields)


def report_of_points(
    table: ScoredTable,
    evening: scoring.EveningResults,
    findings: Iterable[Finding],
    events: int,
    spell: SpellCard,
) -> Report:
    """Return the report of a game of points after a log of ``events`` lines."""
    points = {"scores": evening.sums, "winners": evening.winners} if table.game.scored else {}
    nothing = dict.fromkeys(table.players, 0)
    more = {"totals": nothing, "carried": 0, "side_carried": {}, **points}
    accounts = [*map(_account, table.hands, evening.hands)]
    if money.has_money(table):
        purses = money.purses(table, evening.hands)
        more |= money.money_of_evening(table, purses, evening.undecided)
        for account, purse in zip(accounts, purses, strict=True):
            account.update(pot=purse.pot, net=purse.net, carried=purse.carried)
    return report(table, events, spell, findings, accounts, evening.undecided, **more)


def _account(hand: Hand, result: scoring.Result) -> dict[str, Any]:
    outcome = {"kind": result.kind, "winner": result.winner, "win": None, "melds": result.melds}
    points = {"scores": result.points} if hand.game.scored else {}
    basis = {"basis": result.basis} if result.basis or hand.game.scored else {}
    return {"outcome": {**outcome, "event": result.event}, **points, **basis}
