"""What a report says of Desmoche: hands with their money, and what became of offences."""

from __future__ import annotations

from typing import Any

from referee.cards.deck import DECK, names
from referee.judging.findings import Finding
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.money.settlement import Settlement, SideResult, disqualified, settle
from referee.rulebooks.desmoche.offences import won_at_or_after
from referee.rulebooks.desmoche.records import Offence, Outcome
from referee.rulebooks.desmoche.seat import WITHDRAWN
from referee.rulebooks.desmoche.table import MoneyTable


def what_became_of(table: MoneyTable, finding: Finding) -> str | None:
    """What became of a disqualifying offence: open, forgiven or enforced; None where the hand has
    no such offence."""
    for offence in table.hands[finding.hand - 1].offences:
        if (offence.event, offence.rule, offence.seat.name) == (
            finding.event, finding.rule, finding.player,
        ):  # fmt: skip
            if offence.enforced_at:
                return "enforced"
            return "forgiven" if is_forgiven(table, offence) else "open"
    return None


def is_forgiven(table: MoneyTable, offence: Offence) -> bool:
    """Whether an offence was forgiven, in its hand or later."""
    return bool(offence.forgiven_at) or offence.event in table.forgiven


def account_of(table: MoneyTable, hand: Hand, money: Settlement) -> dict[str, Any]:
    """How a hand ended, and where its money went."""
    written = money.is_written(hand)
    return {
        **({"basis": dict.fromkeys(hand.bets, "written")} if written else {}),
        "bet": hand.bet,
        "stakes": hand.stakes,
        "outcome": _outcome(money.outcome),
        "bonuses": [
            {"bonus": one.bonus, "from": one.giver, "to": one.taker, "amount": one.amount}
            for one in money.bonuses
        ],
        "side_games": [_side_game(one) for one in money.side_results],
        "disqualified": sorted(disqualified(hand)),
        "withdrawn": sorted([seat.name for seat in hand.seats if seat.standing == WITHDRAWN]),
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


def if_enforced(table: MoneyTable, hand: Hand, money: Settlement) -> dict[str, Any] | None:
    """The other settlement of a hand, where open offences would move money if the table enforced
    them: a win by the offender at or after the offence is then no win."""
    offences = [one for one in hand.offences if not one.enforced_at and not is_forgiven(table, one)]
    if not offences or not hand.over:
        return None
    outs, outcome = disqualified(hand), money.outcome
    for offence in offences:
        name = offence.seat.name
        outs[name] = min(outs.get(name, offence.event), offence.event, key=hand.moment)
        if outcome.winner is offence.seat and won_at_or_after(hand, outcome, offence):
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
