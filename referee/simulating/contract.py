"""What a player of That Dam Game sees in their cards: how near the contract of the hand is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.cards.deck import JOKER, RANKS, SUITS
from referee.rulebooks.dam.cards import PLACES, TWO, WILD_CARDS, is_wild
from referee.rulebooks.dam.contracts import SET_SIZE, Contract

LOWEST = 1
"""The place of the three: twos are kept for other places."""


@dataclass(slots=True)
class Plan:
    """The pieces of a contract, as far as a hand has them, and the cards that they still want."""

    melds: list[list[str]] = field(default_factory=list)
    wanted: set[str] = field(default_factory=set)
    spare: list[str] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing."""
        return not self.wanted


def plan_for(hand: Sequence[str], contract: Contract) -> Plan:
    """The plan of a player who looks for the runs first, each where most of its cards are held.

    >>> from referee.rulebooks.dam.contracts import CONTRACTS
    >>> plan = plan_for(["5h", "7h", "Jk", "8h", "Kc", "Kd", "3s"], CONTRACTS[1])
    >>> plan.melds, sorted(plan.wanted), plan.spare
    ([['5h', 'Jk', '7h', '8h'], ['Kc', 'Kd']], ['Kc', 'Kd', 'Kh', 'Ks'], ['3s'])
    """
    plan, free = Plan(), Counter(hand)
    for _ in range(contract.runs):
        _plan_a_run(plan, free, contract)
    for _ in range(contract.sets):
        _plan_a_set(plan, free)
    plan.spare = list(free.elements())
    return plan


def _plan_a_run(plan: Plan, free: Counter[str], contract: Contract) -> None:
    windows = [
        [rank + suit for rank in PLACES[low : low + contract.length]]
        for suit in SUITS
        for low in range(LOWEST, len(PLACES) - contract.length + 1)
    ]
    places = max(windows, key=lambda window: sum(free[card] > 0 for card in window))
    wilds = [card for card in free.elements() if is_wild(card)][: contract.wilds]
    may_be_wild = contract.wilds - len(wilds)
    run, missing = [], []
    for place in places:
        card = place if free[place] else wilds.pop() if wilds else ""
        if card:
            run.append(card)
        else:
            missing.append(place)
    free.subtract(run)
    plan.melds.append(run)
    plan.wanted.update(missing, WILD_CARDS if missing and may_be_wild else ())


def _plan_a_set(plan: Plan, free: Counter[str]) -> None:
    def held(rank: str) -> list[str]:
        return [card for card in free.elements() if card[0] == rank and card != JOKER][:SET_SIZE]

    rank = max((rank for rank in RANKS if rank != TWO), key=lambda rank: len(held(rank)))
    cards = held(rank)
    free.subtract(cards)
    plan.melds.append(cards)
    if len(cards) < SET_SIZE:
        plan.wanted.update(rank + suit for suit in SUITS)
