"""The least that can be left of a full hand, by integer programming: one yes or no for every meld
that could lie there and for every card in it, and a solver that knows nothing of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count

from cbcbox import cbc_bin_path
from pulp import (
    COIN_CMD,
    LpInteger,
    LpMinimize,
    LpProblem,
    LpStatusOptimal,
    LpVariable,
    lpSum,
    value,
)

from tests.dimes.brute_force import LINE, POINTS, TIMES, is_wild

Place = dict[str, int]
"""The cards that are natural in a meld, each with how many of it may be."""


def least(hand: list[str], wild: str, *, natural: bool) -> int:
    """The fewest points that can be left of the hand."""
    held = Counter(hand)
    wilds = {card: copies for card, copies in held.items() if is_wild(card, wild)}
    own = {
        card: copies
        for card, copies in held.items()
        if card != "Jk" and (natural or not is_wild(card, wild))
    }
    model = LpProblem(sense=LpMinimize)
    numbers = count()

    def whole(most: int) -> LpVariable:
        return model.add_variable(f"x{next(numbers)}", 0, most, LpInteger)

    used: dict[str, list[LpVariable]] = {card: [] for card in held}
    standing, needed = [], []
    for card, copies in wilds.items():
        standing.append(whole(copies))
        used[card].append(standing[-1])
    for place, length in (*_groups(own), *_sequences(own)):
        laid = whole(1)
        naturals = []
        for card, most in place.items():
            naturals.append(whole(most))
            model += naturals[-1] <= most * laid
            used[card].append(naturals[-1])
        stand = whole(len(hand))
        model += stand <= lpSum(naturals)
        if length:
            model += lpSum(naturals) + stand == length * laid
        else:
            model += lpSum(naturals) + stand >= 3 * laid
        needed.append(stand)
    model += lpSum(standing) == lpSum(needed)
    left = []
    for card, copies in held.items():
        model += lpSum(used[card]) <= copies
        points = 50 if card == "Jk" else 20 if is_wild(card, wild) else POINTS[card[0]]
        left.append(points * (copies - lpSum(used[card])))
    model.setObjective(lpSum(left))
    if model.solve(COIN_CMD(path=cbc_bin_path(), msg=False)) != LpStatusOptimal:
        raise ArithmeticError(f"no optimum for {hand}")
    return TIMES.get(wild, 1) * round(value(model.objective))


def _groups(own: Place) -> Iterator[tuple[Place, int]]:
    """One group of every rank, of any size: two of the same rank may as well lie together."""
    for rank in LINE[:13]:
        if place := {card: copies for card, copies in own.items() if card[0] == rank}:
            yield place, 0


def _sequences(own: Place) -> Iterator[tuple[Place, int]]:
    """Every stretch of every suit, as often as the naturals suffice for half of it."""
    for suit in "cdhs":
        for length in range(3, 14):
            for start in range(15 - length):
                stretch = [rank + suit for rank in LINE[start : start + length]]
                place = {card: 1 for card in stretch if card in own}
                half = (length + 1) // 2
                if len(place) >= half:
                    for _ in range(sum(own[card] for card in place) // half):
                        yield place, length
