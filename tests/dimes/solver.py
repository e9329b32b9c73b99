"""The least that can be left of a full hand, by integer programming: one yes or no for every meld
that could lie there and for every card in it, and a solver that knows nothing of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ortools.sat.python import cp_model

from tests.dimes.brute_force import LINE, POINTS, TIMES, is_wild

Place = dict[str, int]
"""The cards that are natural in a meld, each with how many of it may be."""


def least(hand: list[str], wild: str, *, natural: bool) -> int:
    """The fewest points that can be left of the hand."""
    held = Counter(hand)
    wilds = {card: count for card, count in held.items() if is_wild(card, wild)}
    own = {
        card: count
        for card, count in held.items()
        if card != "Jk" and (natural or not is_wild(card, wild))
    }
    model = cp_model.CpModel()
    used: dict[str, list[cp_model.IntVar]] = {card: [] for card in held}
    standing, needed = [], []
    for card, count in wilds.items():
        standing.append(model.new_int_var(0, count, ""))
        used[card].append(standing[-1])
    for place, length in (*_groups(own), *_sequences(own)):
        laid = model.new_bool_var("")
        naturals = []
        for card, most in place.items():
            naturals.append(model.new_int_var(0, most, ""))
            model.add(naturals[-1] <= most * laid)
            used[card].append(naturals[-1])
        stand = model.new_int_var(0, len(hand), "")
        model.add(stand <= sum(naturals))
        if length:
            model.add(sum(naturals) + stand == length * laid)
        else:
            model.add(sum(naturals) + stand >= 3 * laid)
        needed.append(stand)
    model.add(sum(standing) == sum(needed))
    left = []
    for card, count in held.items():
        model.add(sum(used[card]) <= count)
        points = 50 if card == "Jk" else 20 if is_wild(card, wild) else POINTS[card[0]]
        left.append(points * (count - sum(used[card])))
    model.minimize(sum(left))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        raise ArithmeticError(f"no optimum for {hand}")
    return TIMES.get(wild, 1) * round(solver.objective_value)


def _groups(own: Place) -> Iterator[tuple[Place, int]]:
    """One group of every rank, of any size: two of the same rank may as well lie together."""
    for rank in LINE[:13]:
        if place := {card: count for card, count in own.items() if card[0] == rank}:
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
