"""Settling up: the fewest transfers that settle all balances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

MOST_EXACT: Final = 12
"""The largest number of people for whom the fewest transfers are searched; larger groups are
settled one after another."""


@dataclass(slots=True)
class Transfer:
    """One payment: ``giver`` hands ``amount`` to ``taker``."""

    giver: str
    taker: str
    amount: int

    def to_dict(self) -> dict[str, Any]:
        """Return the payment as in a report."""
        return {"from": self.giver, "to": self.taker, "amount": self.amount}


def transfers(balances: Mapping[str, int]) -> list[Transfer]:
    """Return the fewest transfers that settle balances with a sum of zero: positive balances
    receive, negative ones give.

    >>> transfers({"Ana": 10, "Beto": -4, "Carla": -6})
    [Transfer(giver='Carla', taker='Ana', amount=6), Transfer(giver='Beto', taker='Ana', amount=4)]
    >>> len(transfers({"a": 5, "b": -5, "c": 7, "d": -3, "e": -4}))
    3
    """
    open_balances = {name: amount for name, amount in balances.items() if amount}
    names = list(open_balances)
    if len(names) > MOST_EXACT:
        return list(_settle(open_balances))
    found: list[Transfer] = []
    for group in _most_groups([open_balances[name] for name in names]):
        found += _settle({names[at]: open_balances[names[at]] for at in group})
    return found


def _most_groups(amounts: list[int]) -> list[list[int]]:
    """Split the balances into as many groups with a sum of zero as possible: a group of n needs n -
    1 transfers."""
    count = len(amounts)
    up = [amount > 0 for amount in amounts].count(True)
    if min(up, count - up) <= 1:  # every group needs a winner and a loser
        return [[*range(count)]] if count else []
    sums = [0]
    for amount in amounts:
        sums += [amount + other for other in sums]
    if sums.count(0) == 2:  # only the empty and the full group
        return [[*range(count)]]
    groups = [0] * (1 << count)
    last = [0] * (1 << count)
    for members in range(1, 1 << count):
        _, best = max(
            (groups[members ^ 1 << at], 1 << at) for at in range(count) if members >> at & 1
        )
        groups[members] = groups[members ^ best] + (sums[members] == 0)
        last[members] = best
    found: list[list[int]] = []
    group: list[int] = []
    members = (1 << count) - 1
    while members:
        if sums[members] == 0 and group:
            found.append(sorted(group))
            group = []
        group.append(last[members].bit_length() - 1)
        members ^= last[members]
    return [*found, sorted(group)] if group else found


def _settle(balances: Mapping[str, int]) -> Iterable[Transfer]:
    givers = {name: -amount for name, amount in balances.items() if amount < 0}
    takers = {name: amount for name, amount in balances.items() if amount > 0}
    while givers and takers:
        giver, taker = _even(givers, takers) or (_most(givers), _most(takers))
        amount = min(givers[giver], takers[taker])
        yield Transfer(giver, taker, amount)
        for side, name in ((givers, giver), (takers, taker)):
            side[name] -= amount
            if not side[name]:
                del side[name]


def _even(givers: Mapping[str, int], takers: Mapping[str, int]) -> tuple[str, str] | None:
    """Return the first pair in which one gives exactly what the other gets."""
    for giver, owed in givers.items():
        for taker, due in takers.items():
            if owed == due:
                return giver, taker
    return None


def _most(amounts: Mapping[str, int]) -> str:
    return max(amounts, key=amounts.__getitem__)
