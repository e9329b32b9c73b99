"""The account of an evening: each player's winnings, payments and debts.

A debt to a player is their winnings less what they have got. Payments count as written: between
players, they settle gains and losses. If money comes out of the middle, the stakes since the last
payments must have been put in, so they count as paid, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from referee.judging.ledger import Transfer, transfers

THE_MIDDLE: Final = "pot"
"""The name of the middle in a payment."""


@dataclass(slots=True)
class Payment:
    """Money that changed hands after a hand; either side may be the middle. ``event`` is the number
    of its event."""

    event: int
    giver: str
    taker: str
    amount: int


@dataclass(slots=True, kw_only=True)
class HandMoney:
    """The money of one hand: each player's gain or loss (``net``), share of the middle (``gets``)
    and stakes without a recorded payment (``stakes``), and the payments written after it; those in
    ``settling`` are not stakes.

    ``is_open`` means that its debts are unknown, ``is_open_behind`` that payments may be missing,
    ``is_judged`` that its payments can be compared with its debts.
    """

    net: Mapping[str, int]
    gets: Mapping[str, int] = field(default_factory=dict)
    stakes: Mapping[str, int] = field(default_factory=dict)
    payments: tuple[Payment, ...] = ()
    settling: tuple[Payment, ...] = ()
    is_open: bool = False
    is_open_behind: bool = False
    is_judged: bool = True


@dataclass(frozen=True, slots=True)
class Account:
    """The money of an evening: amounts won and amounts paid. The middle is one of the parties: it
    wins what stays in it, and is paid what lies in it.

    ``stakes`` are those that count as paid; ``payments`` come with the number of their hand.
    """

    won: Mapping[str, int]
    paid: Mapping[str, int]
    stakes: Mapping[str, int]
    payments: tuple[tuple[int, Payment], ...]

    @property
    def totals(self) -> dict[str, int]:
        """Each player's gain or loss."""
        return _players(self.won)

    @property
    def owed(self) -> dict[str, int]:
        """The amount that each party still gets, or gives if negative. The sum is zero."""
        return {party: self.won[party] - self.paid[party] for party in self.won}

    @property
    def is_settled(self) -> bool:
        """Return whether all debts are settled."""
        return self.won == self.paid

    @property
    def is_within_debts(self) -> bool:
        """Return whether no player has given or got more than their debts or winnings."""
        return all(
            min(amount, 0) <= self.paid[name] <= max(amount, 0)
            for name, amount in _players(self.won).items()
        )

    def still_owed(self) -> list[Transfer]:
        """Return the fewest payments that settle all debts."""
        return transfers(self.owed)

    def to_dict(self, *, is_open: bool) -> dict[str, Any]:
        """Return the account for a report; ``is_open`` if later lines may change the debts."""
        owed = self.owed
        return {
            "paid": _players(self.paid),
            "owed": _players(owed),
            "middle": {"paid": self.paid[THE_MIDDLE], "owed": owed[THE_MIDDLE]},
            "stakes": dict(self.stakes),
            "payments": [
                {
                    "event": payment.event,
                    "hand": hand,
                    **Transfer(payment.giver, payment.taker, payment.amount).to_dict(),
                }
                for hand, payment in self.payments
            ],
            "still_owed": [transfer.to_dict() for transfer in transfers(owed)],
            "open": is_open,
        }


def account_of(players: Iterable[str], hands: Iterable[HandMoney]) -> Account:
    """Return the account of these players after these hands.

    >>> won = HandMoney(net={"Ana": 5, "Beto": -5}, stakes={"Ana": 5, "Beto": 5})
    >>> account_of(["Ana", "Beto"], [won]).still_owed()
    [Transfer(giver='Beto', taker='Ana', amount=5)]
    >>> pot = Payment(9, "pot", "Ana", 10)
    >>> taken = HandMoney(net=won.net, stakes=won.stakes, payments=(pot,), settling=(pot,))
    >>> account_of(["Ana", "Beto"], [taken]).is_settled
    True
    """
    won = dict.fromkeys((*players, THE_MIDDLE), 0)
    paid = dict.fromkeys(won, 0)
    stakes = Counter[str]()
    payments: list[tuple[int, Payment]] = []
    put_in: list[Mapping[str, int]] = []  # since the last payments, if they lie on the table
    paid_up = False

    def lay_in_the_middle() -> None:
        for one in put_in:
            for name, amount in one.items():
                if amount:
                    stakes[name] += amount
                    paid[name] -= amount
                    paid[THE_MIDDLE] += amount
        put_in.clear()

    for number, hand in enumerate(hands, 1):
        if paid_up:
            put_in.clear()
        paid_up = bool(hand.settling)
        put_in.append(hand.stakes)
        for name, amount in hand.net.items():
            won[name] += amount
        for payment in hand.payments:
            payments.append((number, payment))
            # an unknown name is reported elsewhere, and moves no money
            if payment.giver in paid and payment.taker in paid:
                paid[payment.giver] -= payment.amount
                paid[payment.taker] += payment.amount
        if any(payment.giver == THE_MIDDLE for payment in hand.payments):
            lay_in_the_middle()
    won[THE_MIDDLE] = -sum(won.values())
    # it can pay out the rest only if the last stakes were put in like the others
    if won[THE_MIDDLE] < paid[THE_MIDDLE]:
        lay_in_the_middle()
    return Account(won, paid, stakes, tuple(payments))


def _players(amounts: Mapping[str, int]) -> dict[str, int]:
    return {name: amount for name, amount in amounts.items() if name != THE_MIDDLE}
