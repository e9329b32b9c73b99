"""The report of a game of points (see ``report.md``), as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.answers import money, scoring
from referee.answers.scoring import ScoredTable
from referee.core.hand import Hand
from referee.judging.findings import Finding
from referee.judging.report import Report
from referee.judging.reporting import heading, told_finding, told_hand, told_question
from referee.wording.sentences import SpellCard


def standing(table: ScoredTable) -> Report:
    """Return the part of the report that says how everybody stands."""
    evening = scoring.settle(table)
    told = {
        "game": table.rulebook.name,
        "players": list(table.players),
        "totals": dict.fromkeys(table.players, 0),
        **({"scores": evening.sums} if table.game.scored else {}),
    }
    if money.has_money(table):
        told["totals"] = money.evening(table, money.purses(table, evening.hands)).account().totals
    return Report(told)


def report(
    table: ScoredTable,
    evening: scoring.Evening,
    findings: Iterable[Finding],
    events: int,
    spell: SpellCard,
) -> Report:
    """Return the report after a log of that many lines."""
    points = {"scores": evening.sums, "winners": evening.winners} if table.game.scored else {}
    told: dict[str, Any] = {
        **heading(table.rulebook, table.opening_house, table.players, events),
        "findings": [told_finding(one, table.status(one), spell) for one in findings],
        "hands": [
            told_hand(hand, table.players, _account(hand, result))
            for hand, result in zip(table.hands, evening.hands, strict=True)
        ],
        "totals": dict.fromkeys(table.players, 0),
        "carried": 0,
        "side_carried": {},
        **points,
        "undecided": [told_question(one, spell) for one in evening.undecided],
    }
    if money.has_money(table):
        purses = money.purses(table, evening.hands)
        for hand, purse in zip(told["hands"], purses, strict=True):
            net = {name: purse.net[name] for name in table.players}
            hand.update(pot=purse.pot, net=net, carried=purse.carried)
        told.update(money.told(table, purses, evening.undecided))
    # a game says more than every game says
    return Report(told)


def _account(hand: Hand, result: scoring.Result) -> dict[str, Any]:
    """Return what a game of points says of a hand."""
    outcome = {"kind": result.kind, "winner": result.winner, "win": None, "melds": result.melds}
    points: dict[str, Any] = {"basis": result.basis} if result.basis or hand.game.scored else {}
    if hand.game.scored:
        points = {"scores": result.points, **points}
    dealer = hand.seats[-1].name
    return {"dealer": dealer, "outcome": {**outcome, "event": result.event}, **points}
