"""The parts of a report that are the same for all games, as plain data (see ``report.md``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from referee.judging.findings import Finding, Undecided
from referee.judging.kernel.hands import Hand
from referee.judging.kernel.results import Result
from referee.judging.kernel.table import Table
from referee.judging.rulebook import Rulebook
from referee.wording.sentences import SpellCard, tell

FORMAT: Final = 1


def heading(rulebook: Rulebook, table: Table[Any], events: int) -> dict[str, Any]:
    """What a report says of the game as a whole."""
    house = table.opening_house
    lists = {name: list(option) for name, option in house.items() if isinstance(option, tuple)}
    return {
        "format": FORMAT,
        "game": rulebook.name,
        "edition": rulebook.edition,
        "house": {**house, **lists},
        "players": list(table.players),
        "events": events,
    }


def told_finding(finding: Finding, status: str | None, spell: SpellCard) -> dict[str, Any]:
    """A finding in a report, with what became of it."""
    return {
        "event": finding.event,
        "hand": finding.hand,
        "rule": finding.rule,
        "kind": finding.kind,
        "player": finding.player,
        "status": status,
        "cites": list(finding.cites),
        "message": finding.message(spell),
    }


def told_hand(
    hand: Hand[Any], result: Result, account: Mapping[str, Any], players: Iterable[str]
) -> dict[str, Any]:
    """A hand in a report; ``account`` is what its game says of it otherwise, or besides. What is
    told by player is told in the order of these ``players``, whoever dealt."""
    told = {
        "hand": hand.number,
        "first_event": hand.first_event,
        "last_event": hand.last_event,
        "dealer": hand.dealer,
        "bet": 0,
        "stakes": 1,
        "pot": result.pot,
        "outcome": {},
        "bonuses": [],
        "side_games": [],
        "disqualified": [],
        "withdrawn": [],
        "net": result.net,
        "carried": result.carried,
        "if_enforced": None,
        **account,
    }
    for what in ("net", "scores"):
        if what in told:
            counted = told[what]
            told[what] = {name: counted[name] for name in players if name in counted}
    return told


def told_question(one: Undecided, spell: SpellCard) -> dict[str, Any]:
    """What the record leaves open, in a report."""
    return {
        "event": one.event,
        "hand": one.hand,
        "rule": one.rule,
        "player": one.player,
        "question": tell(one.question, one.facts, spell),
        "would_decide": tell(one.would_decide, one.facts, spell),
    }
