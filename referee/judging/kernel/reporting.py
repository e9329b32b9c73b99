"""The report of a game: findings with their status, the hands with their points, open questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from referee.judging.findings import UNFORGIVABLE, Finding, Undecided
from referee.judging.kernel.hands import Hand
from referee.judging.kernel.results import Result
from referee.judging.kernel.table import Table, summed
from referee.judging.rulebook import House, Rulebook
from referee.wording.sentences import SpellCard, tell

FORMAT = 1


def report(
    rulebook: Rulebook,
    table: Table[Any],
    results: Sequence[Result],
    findings: Sequence[Finding],
    events: int,
    spell: SpellCard,
    *,
    counts_points: bool,
) -> dict[str, Any]:
    """The report object of ``report.md`` as plain data; it has ``scores`` if points are counted."""
    totals = Counter(dict.fromkeys(table.players, 0))
    for result in results:
        totals.update(result.net)
    hands = [_hand(table, hand, result) for hand, result in zip(table.hands, results, strict=True)]
    if counts_points:
        for told, hand, result in zip(hands, table.hands, results, strict=True):
            told["scores"] = dict(result.scores) if hand.over else {}
    return {
        **heading(rulebook, table.opening_house, table.players, events),
        "findings": [told_finding(finding, _status(table, finding), spell) for finding in findings],
        "hands": hands,
        "totals": dict(totals),
        "carried": results[-1].carried if results else 0,
        "side_carried": {},
        **(_points(table, results) if counts_points else {}),
        "undecided": [told_question(one, spell) for result in results for one in result.questions],
    }


def _points(table: Table[Any], results: Sequence[Result]) -> dict[str, Any]:
    """The sums of the points of all hands that are over."""
    over = [result for hand, result in zip(table.hands, results, strict=True) if hand.over]
    return {"scores": summed(table.players, over)}


def heading(
    rulebook: Rulebook, house: House, players: Iterable[str], events: int
) -> dict[str, Any]:
    """What a report says of the game as a whole."""
    return {
        "format": FORMAT,
        "game": rulebook.name,
        "edition": rulebook.edition,
        "house": {
            name: list(option) if isinstance(option, tuple) else option
            for name, option in house.items()
        },
        "players": list(players),
        "events": events,
    }


def _status(table: Table[Any], finding: Finding) -> str | None:
    if finding.kind in UNFORGIVABLE:
        return None
    return "forgiven" if finding.event in table.forgiven else "open"


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


def _hand(table: Table[Any], hand: Hand[Any], result: Result) -> dict[str, Any]:
    outcome = hand.outcome
    return {
        "hand": hand.number,
        "first_event": hand.first_event,
        "last_event": hand.last_event,
        "dealer": hand.dealer,
        "bet": 0,
        "stakes": 1,
        "pot": result.pot,
        "outcome": {
            "kind": outcome.kind,
            "winner": outcome.winner,
            "win": None,
            "melds": [list(meld) for meld in outcome.melds],
            "event": outcome.event,
        },
        "bonuses": [],
        "side_games": [],
        "disqualified": [],
        "withdrawn": [],
        "net": {player: result.net.get(player, 0) for player in table.players},
        "carried": result.carried,
        "if_enforced": None,
    }


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
