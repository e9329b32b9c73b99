"""The report of a game of points (see ``report.md``), as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from referee.core import scoring
from referee.core.session import Session
from referee.judging.findings import Finding
from referee.judging.kernel.reporting import FORMAT, told_finding, told_question
from referee.judging.report import Report
from referee.wording.sentences import SpellCard


def standing(table: Session) -> Report:
    """Return the part of the report that says how everybody stands."""
    told = {
        "game": table.rulebook.name,
        "players": list(table.players),
        "totals": dict.fromkeys(table.players, 0),
        "scores": scoring.settle(table).sums,
    }
    if not table.game.scored:
        del told["scores"]
    return cast(Report, told)


def report(table: Session, findings: Iterable[Finding], events: int, spell: SpellCard) -> Report:
    """Return the report after a log of that many lines."""
    evening, nobody = scoring.settle(table), dict.fromkeys(table.players, 0)
    house = table.opening_house
    lists = {name: list(option) for name, option in house.items() if isinstance(option, tuple)}
    told: dict[str, Any] = {
        "format": FORMAT,
        "game": table.rulebook.name,
        "edition": table.rulebook.edition,
        "house": {**house, **lists},
        "players": list(table.players),
        "events": events,
        "findings": [told_finding(one, table.status(one), spell) for one in findings],
        "hands": [
            {
                "hand": hand.number,
                "first_event": hand.first_event,
                "last_event": hand.last_event,
                "dealer": hand.seats[-1].name,
                "bet": 0,
                "stakes": 1,
                "pot": 0,
                "outcome": {
                    "kind": result.kind,
                    "winner": result.winner,
                    "win": None,
                    "melds": result.melds,
                    "event": result.event,
                },
                "bonuses": [],
                "side_games": [],
                "disqualified": [],
                "withdrawn": [],
                "net": dict(nobody),
                "carried": 0,
                "if_enforced": None,
                "scores": result.points,
                "basis": result.basis,
            }
            for hand, result in zip(table.hands, evening.hands, strict=True)
        ],
        "totals": dict(nobody),
        "carried": 0,
        "side_carried": {},
        "scores": evening.sums,
        "winners": evening.winners,
        "undecided": [told_question(one, spell) for one in evening.undecided],
    }
    if not table.game.scored:
        for one in (told, *told["hands"]):
            for name in ("scores", "basis", "winners"):
                one.pop(name, None)
    # a game says more than every game says
    return cast(Report, told)
