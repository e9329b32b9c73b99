"""The account of an evening: what everybody won, what was paid, and what is still owed.

What is owed to somebody is what they won less what they have got. Payments are counted in the way
in which they are written. Between players they settle what these are up or down. Where money comes
out of the middle, the stakes since the last payments had been put in: they count as paid, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from referee.judging.ledger import Transfer, transfers

THE_MIDDLE: Final = "pot"
"""The middle, as a payment names it."""


@dataclass(slots=True)
class Payment:
    """Money that changed hands after a hand; either side may be the middle. ``event`` is its
    number."""

    event: int
    giver: str
    taker: str
    amount: int


@dataclass(slots=True, kw_only=True)
class HandMoney:
    """The money of one hand: what everybody is up or down by it (``net``), what they put in that
    no payment tells (``stakes``), and the payments written after it.

    ``pays_up`` says that these are meant to settle what is owed, and are not stakes alone.
    """

    net: Mapping[str, int]
    stakes: Mapping[str, int] = field(default_factory=dict)
    payments: tuple[Payment, ...] = ()
    pays_up: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """The money of an evening: amounts won and amounts paid. The middle is one of the parties: what
    it won stays in it, and what it was paid lies in it.

    ``stakes`` are those that count as paid; ``payments`` come with the number of their hand.
    """

    won: Mapping[str, int]
    paid: Mapping[str, int]
    stakes: Mapping[str, int]
    payments: tuple[tuple[int, Payment], ...]

    @property
    def totals(self) -> dict[str, int]:
        """Return what every player is up or down."""
        return _players(self.won)

    @property
    def owed(self) -> dict[str, int]:
        """Return what everybody still gets, or gives where it is less than nothing. The sum is
        zero."""
        return {party: self.won[party] - self.paid[party] for party in self.won}

    @property
    def is_settled(self) -> bool:
        """Return whether nobody owes anything."""
        return self.won == self.paid

    @property
    def is_within_debts(self) -> bool:
        """Return whether no player has given or got more than the hands made them owe or win."""
        return all(
            min(amount, 0) <= self.paid[name] <= max(amount, 0)
            for name, amount in _players(self.won).items()
        )

    def still_owed(self) -> list[Transfer]:
        """The fewest payments after which nobody owes anything."""
        return transfers(self.owed)

    def as_dict(self, *, is_open: bool) -> dict[str, Any]:
        """The account as a report has it; ``is_open`` if later lines may change what is owed."""
        owed = self.owed
        return {
            "paid": _players(self.paid),
            "owed": _players(owed),
            "middle": {"paid": self.paid[THE_MIDDLE], "owed": owed[THE_MIDDLE]},
            "stakes": dict(self.stakes),
            "payments": [
                {"event": one.event, "hand": hand, **_told(one)} for hand, one in self.payments
            ],
            "still_owed": [_told(one) for one in transfers(owed)],
            "open": is_open,
        }


@dataclass(frozen=True, slots=True)
class Paid:
    """The account ``before`` a hand, and ``after`` it with its payments."""

    before: Account
    after: Account

    def closes_the_account(self) -> bool:
        """Return whether nobody owes anything after these payments."""
        return self.after.is_settled

    def is_part_of_several_hands(self) -> bool:
        """Return whether the payments are a part of what several hands made people owe."""
        return not self.before.is_settled and self.after.is_within_debts


def account_of(players: Iterable[str], hands: Iterable[HandMoney]) -> Account:
    """The account of these players after these hands.

    >>> won = HandMoney(net={"Ana": 5, "Beto": -5}, stakes={"Ana": 5, "Beto": 5})
    >>> account_of(["Ana", "Beto"], [won]).still_owed()
    [Transfer(giver='Beto', taker='Ana', amount=5)]
    >>> pot = Payment(9, "pot", "Ana", 10)
    >>> taken = HandMoney(net=won.net, stakes=won.stakes, payments=(pot,), pays_up=True)
    >>> account_of(["Ana", "Beto"], [taken]).is_settled
    True
    """
    making = _Making(players)
    for hand in hands:
        making.take(hand)
    return making.done()


class _Making:
    """An account while it is made, hand by hand. ``put_in`` are the stakes of the hands since the
    last payments: nobody knows yet whether they lie on the table."""

    def __init__(self, players: Iterable[str]) -> None:
        self.won = dict.fromkeys((*players, THE_MIDDLE), 0)
        self.paid = dict.fromkeys(self.won, 0)
        self.stakes: dict[str, int] = {}
        self.put_in: list[Mapping[str, int]] = []
        self.payments: list[tuple[int, Payment]] = []
        self.hands = 0
        self.paid_up = False

    def take(self, hand: HandMoney) -> None:
        """The next hand, with the payments after it."""
        self.hands += 1
        if self.paid_up:
            self.put_in = []
        self.paid_up = hand.pays_up
        self.put_in.append(hand.stakes)
        won = self.won
        for name, amount in hand.net.items():
            won[name] += amount
        paid_out = False
        for one in hand.payments:
            self.payments.append((self.hands, one))
            self._pay(one.giver, one.taker, one.amount)
            paid_out = paid_out or one.giver == THE_MIDDLE
        if paid_out:
            self._stakes_lie_in_the_middle()

    def done(self) -> Account:
        """The account after the last hand."""
        self.won[THE_MIDDLE] = -sum(self.won.values())
        # it can pay out what is left in it only if the last stakes were put in as the others were
        if self.won[THE_MIDDLE] < self.paid[THE_MIDDLE]:
            self._stakes_lie_in_the_middle()
        return Account(self.won, self.paid, self.stakes, tuple(self.payments))

    def _pay(self, giver: str, taker: str, amount: int) -> None:
        # a name that nobody at the table has is told, and moves nobody's money
        if giver in self.paid and taker in self.paid:
            self.paid[giver] -= amount
            self.paid[taker] += amount

    def _stakes_lie_in_the_middle(self) -> None:
        for stakes in self.put_in:
            for name, amount in stakes.items():
                if amount:
                    self.stakes[name] = self.stakes.get(name, 0) + amount
                    self.paid[name] -= amount
                    self.paid[THE_MIDDLE] += amount
        self.put_in = []


def _players(amounts: Mapping[str, int]) -> dict[str, int]:
    return {name: amount for name, amount in amounts.items() if name != THE_MIDDLE}


def _told(one: Payment | Transfer) -> dict[str, Any]:
    return {"from": one.giver, "to": one.taker, "amount": one.amount}
