"""The parts of a report that are the same for all games, as plain data (see ``report.md``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from referee.judging.findings import Finding, Undecided
from referee.judging.rulebook import House, Rulebook
from referee.wording.sentences import SpellCard, tell

FORMAT: Final = 1


def heading(
    rulebook: Rulebook, house: House, players: Iterable[str], events: int
) -> dict[str, Any]:
    """Return what a report says of the game as a whole."""
    lists = {name: list(option) for name, option in house.items() if isinstance(option, tuple)}
    return {
        "format": FORMAT,
        "game": rulebook.name,
        "edition": rulebook.edition,
        "house": {**house, **lists},
        "players": list(players),
        "events": events,
    }


def told_finding(finding: Finding, status: str | None, spell: SpellCard) -> dict[str, Any]:
    """Return a finding as plain data, with what became of it."""
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


def told_hand(hand: Any, players: Iterable[str], account: Mapping[str, Any]) -> dict[str, Any]:
    """Return a hand as plain data; ``account`` is what its game says of it otherwise, or besides.

    What is told by player is told in the order of these ``players``, whoever dealt.
    """
    told = {
        "hand": hand.number,
        "first_event": hand.first_event,
        "last_event": hand.last_event,
        "dealer": None,
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
    for what in ("net", "scores"):
        if what in told:
            counted = told[what]
            told[what] = {name: counted[name] for name in players if name in counted}
    return told


def told_question(one: Undecided, spell: SpellCard) -> dict[str, Any]:
    """Return what the record leaves open, as plain data."""
    return {
        "event": one.event,
        "hand": one.hand,
        "rule": one.rule,
        "player": one.player,
        "question": tell(one.question, one.facts, spell),
        "would_decide": tell(one.would_decide, one.facts, spell),
    }
