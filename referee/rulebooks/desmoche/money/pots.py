"""What a hand decides about money, pot by pot: who wins it, and what else changes hands with it.

A pot's result says all that the hand itself decides. What lay in the pot before is left out: two
results of a pot are the same if and only if the money is, whatever was carried into the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import Final

from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.money.bonuses import bonuses_of
from referee.rulebooks.desmoche.money.settlement import (
    contenders,
    disqualified,
    side_result,
)
from referee.rulebooks.desmoche.money.side_games import SIDE_GAMES

MAIN: Final = "main"

Result = Callable[[], Hashable]
"""How a pot ends under the house rules of the hand."""

UNTOUCHED: Final = None
"""The result of a side pot that nobody won, and of which everybody has their stake back."""


def pots(hand: Hand) -> Mapping[str, Result]:
    """The pots of a hand that is over, or as far as it was played: the main pot with the bonuses,
    and one for each side game that somebody bet on."""
    staked = [game for game in SIDE_GAMES if game in hand.stakes_put]
    return {MAIN: partial(_main, hand)} | {game: partial(_side, hand, game) for game in staked}


def _main(hand: Hand) -> Hashable:
    outcome = hand.outcome
    winner = outcome.winner
    if winner is None:
        return outcome.kind, None, ()
    paid: Counter[str] = Counter()
    for bonus in bonuses_of(hand, outcome, winner, disqualified(hand)):
        paid[bonus.giver] += bonus.amount
    bonuses = sorted((name, amount) for name, amount in paid.items() if amount)
    return outcome.kind, winner.name, tuple(bonuses)


def _side(hand: Hand, game: str) -> Hashable:
    if not hand.plays(game):
        return UNTOUCHED
    entrants = contenders(hand, (game,), disqualified(hand))
    result = side_result(hand, game, hand.outcome, entrants.get(game, ()))
    if not result.winners and result.shares:
        return UNTOUCHED
    stakes = sorted((name, put) for name, put in hand.stakes_put[game].items() if put)
    if not (stakes or result.winners):
        return UNTOUCHED
    return tuple(seat.name for seat in result.winners), tuple(stakes)
