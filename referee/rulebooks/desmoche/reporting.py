"""The report of a game: findings with their status, hands with their money, open questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from referee.cards.deck import DECK, names
from referee.judging.findings import DISQUALIFICATION, UNFORGIVABLE, Finding, Undecided
from referee.judging.kernel.reporting import heading, told_finding, told_question
from referee.judging.rulebook import Rulebook
from referee.rulebooks.desmoche.hand import WITHDRAWN, Hand, Offence, Outcome
from referee.rulebooks.desmoche.money.questions import questions
from referee.rulebooks.desmoche.money.settlement import Settlement, SideResult, disqualified, settle
from referee.rulebooks.desmoche.table import Table
from referee.wording.sentences import SpellCard


def report(
    rulebook: Rulebook,
    table: Table,
    settled: Sequence[Settlement],
    findings: Sequence[Finding],
    events: int,
    spell: SpellCard,
) -> dict[str, Any]:
    """The report object of ``report.md`` as plain data."""
    totals = Counter(dict.fromkeys(table.players, 0))
    for settlement in settled:
        totals.update(settlement.net)
    last = settled[-1] if settled else None
    side_carried = last.side_carried if last else {}
    return {
        **heading(rulebook, table.opening_house, table.players, events),
        "findings": [told_finding(finding, status(table, finding), spell) for finding in findings],
        "hands": [
            _hand(table, hand, money) for hand, money in zip(table.hands, settled, strict=True)
        ],
        "totals": dict(totals),
        "carried": last.carried if last else 0,
        "side_carried": {name: pot for name, pot in side_carried.items() if pot},
        "undecided": [told_question(one, spell) for one in open_questions(table, settled)],
    }


def open_questions(table: Table, settled: Sequence[Settlement]) -> list[Undecided]:
    """What the record of these hands leaves open."""
    hands = zip(table.hands, settled, strict=True)
    return [one for hand, money in hands for one in questions(hand, money)]


def status(table: Table, finding: Finding) -> str | None:
    """What became of a finding: open, forgiven or enforced; None where nobody can forgive it."""
    if finding.kind in UNFORGIVABLE:
        return None
    if finding.kind == DISQUALIFICATION:
        for offence in table.hands[finding.hand - 1].offences:
            if (offence.event, offence.rule, offence.seat.name) == (
                finding.event, finding.rule, finding.player,
            ):  # fmt: skip
                if offence.enforced_at:
                    return "enforced"
                return "forgiven" if is_forgiven(table, offence) else "open"
    return "forgiven" if finding.event in table.forgiven else "open"


def is_forgiven(table: Table, offence: Offence) -> bool:
    """Whether an offence was forgiven, in its hand or later."""
    return bool(offence.forgiven_at) or offence.event in table.forgiven


def _hand(table: Table, hand: Hand, money: Settlement) -> dict[str, Any]:
    return {
        "hand": hand.number,
        "first_event": hand.first_event,
        "last_event": hand.last_event,
        "dealer": hand.dealer,
        "bet": hand.bet,
        "stakes": hand.stakes,
        "pot": money.pot,
        "outcome": _outcome(money.outcome),
        "bonuses": [
            {"bonus": one.bonus, "from": one.giver, "to": one.taker, "amount": one.amount}
            for one in money.bonuses
        ],
        "side_games": [_side_game(one) for one in money.side_results],
        "disqualified": sorted(disqualified(hand)),
        "withdrawn": sorted(seat.name for seat in hand.seats if seat.standing == WITHDRAWN),
        "net": money.net,
        "carried": money.carried,
        "if_enforced": if_enforced(table, hand, money),
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "kind": outcome.kind,
        "winner": outcome.winner.name if outcome.winner else None,
        "win": outcome.win,
        "melds": [names(meld & DECK) for meld in outcome.melds],
        "event": outcome.event,
    }


def _side_game(result: SideResult) -> dict[str, Any]:
    return {
        "side_game": result.side_game,
        "pot": result.pot,
        "winners": [seat.name for seat in result.winners],
        "cards": names(result.cards),
        "carried": result.carried,
    }


def if_enforced(table: Table, hand: Hand, money: Settlement) -> dict[str, Any] | None:
    """The other settlement of a hand, where open offences would move money if the table enforced
    them: a win by the offender at or after his offence is then no win."""
    offences = [one for one in hand.offences if not one.enforced_at and not is_forgiven(table, one)]
    if not offences or not hand.over:
        return None
    outs, outcome = disqualified(hand), money.outcome
    for offence in offences:
        name = offence.seat.name
        outs[name] = min(outs.get(name, offence.event), offence.event)
        if outcome.winner is offence.seat and (outcome.event or 0) >= offence.event:
            outcome = Outcome("none", outcome.event)
    other = settle(hand, outcome, outs)
    if other.net == money.net and other.carried == money.carried:
        return None
    return {
        "outcome": _outcome(outcome),
        "net": other.net,
        "carried": other.carried,
        "for": sorted(offence.event for offence in offences),
    }
