"""The account of an evening: each player's winnings, payments and debts, the fewest transfers that
settle them, and payments that do not add up.

A debt to a player is their winnings less what they have got. Payments count as written: between
players, they settle gains and losses. If money comes out of the middle, the stakes since the last
payments must have been put in, so they count as paid, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any, Final

from referee.judging.findings import PAYMENT, Finding
from referee.wording.sentences import Sentence

THE_MIDDLE: Final = "pot"
"""The name of the middle in a payment."""


@dataclass(slots=True)
class Transfer:
    """One payment: ``giver`` hands ``amount`` to ``taker``; either side may be the middle."""

    giver: str
    taker: str
    amount: int

    def to_dict(self) -> dict[str, Any]:
        """Return the payment as in a report."""
        return {"from": self.giver, "to": self.taker, "amount": self.amount}


@dataclass(slots=True)
class Payment(Transfer):
    """Money that changed hands after a hand, at an event."""

    event: int


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
        won = _players(self.won).items()
        return all(min(amount, 0) <= self.paid[name] <= max(amount, 0) for name, amount in won)

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
                {"event": payment.event, "hand": hand, **payment.to_dict()}
                for hand, payment in self.payments
            ],
            "still_owed": [transfer.to_dict() for transfer in self.still_owed()],
            "open": is_open,
        }


def account_of(players: Iterable[str], hands: Iterable[HandMoney]) -> Account:
    """Return the account of these players after these hands.

    >>> won = HandMoney(net={"Ana": 5, "Beto": -5}, stakes={"Ana": 5, "Beto": 5})
    >>> account_of(["Ana", "Beto"], [won]).still_owed()
    [Transfer(giver='Beto', taker='Ana', amount=5)]
    >>> pot = Payment("pot", "Ana", 10, 9)
    >>> taken = HandMoney(net=won.net, stakes=won.stakes, payments=(pot,), settling=(pot,))
    >>> account_of(["Ana", "Beto"], [taken]).is_settled
    True
    """
    won = Counter(dict.fromkeys((*players, THE_MIDDLE), 0))
    paid, stakes = won.copy(), Counter[str]()
    payments: list[tuple[int, Payment]] = []
    put_in = Counter[str]()  # since the last payments, if it lies on the table
    paid_up = False

    def lay_in_the_middle() -> None:
        stakes.update(put_in)
        paid.subtract(put_in)
        paid[THE_MIDDLE] += put_in.total()
        put_in.clear()

    for number, hand in enumerate(hands, 1):
        if paid_up:
            put_in.clear()
        paid_up = bool(hand.settling)
        put_in += Counter(hand.stakes)
        won.update(hand.net)
        for payment in hand.payments:
            payments.append((number, payment))
            # an unknown name is reported elsewhere, and moves no money
            if payment.giver in paid and payment.taker in paid:
                paid[payment.giver] -= payment.amount
                paid[payment.taker] += payment.amount
        if any(payment.giver == THE_MIDDLE for payment in hand.payments):
            lay_in_the_middle()
    won[THE_MIDDLE] = -won.total()
    # it can pay out the rest only if the last stakes were put in like the others
    if won[THE_MIDDLE] < paid[THE_MIDDLE]:
        lay_in_the_middle()
    return Account(won, paid, stakes, tuple(payments))


def _players(amounts: Mapping[str, int]) -> dict[str, int]:
    return {name: amount for name, amount in amounts.items() if name != THE_MIDDLE}


MOST_EXACT: Final = 12
"""The most people for whom the fewest transfers are searched; others settle one by one."""


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
    """Split the balances into as many groups with a sum of zero as possible."""
    sums = [0]
    for amount in amounts:
        sums += [amount + other for other in sums]
    # for every choice of balances, the most groups in it, and a balance that is in the last one
    groups, last = [0] * len(sums), [0] * len(sums)
    for members in range(1, len(sums)):
        _, best = max(
            (groups[members ^ 1 << at], 1 << at) for at in range(len(amounts)) if members >> at & 1
        )
        groups[members] = groups[members ^ best] + (sums[members] == 0)
        last[members] = best
    found: list[list[int]] = []
    group: list[int] = []
    members = len(sums) - 1
    while members:
        group.append(last[members].bit_length() - 1)
        members ^= last[members]
        if sums[members] == 0:
            found.append(sorted(group))
            group = []
    return found


def _settle(balances: Mapping[str, int]) -> Iterable[Transfer]:
    givers = {name: -amount for name, amount in balances.items() if amount < 0}
    takers = {name: amount for name, amount in balances.items() if amount > 0}
    while givers and takers:
        # first a pair in which one gives exactly what the other gets
        even = (pair for pair in product(givers, takers) if givers[pair[0]] == takers[pair[1]])
        most = max(givers, key=givers.__getitem__), max(takers, key=takers.__getitem__)
        giver, taker = next(even, most)
        amount = min(givers[giver], takers[taker])
        yield Transfer(giver, taker, amount)
        for side, name in ((givers, giver), (takers, taker)):
            side[name] -= amount
            if not side[name]:
                del side[name]


RULE: Final = "payment.wrong"


class Payments:
    """The payments of an evening of ``hands`` hands, of which ``money_of`` returns one's money."""

    def __init__(
        self, players: Sequence[str], money_of: Callable[[int], HandMoney], hands: int
    ) -> None:
        self._players, self._hands = players, hands
        self._money_of = cache(money_of)
        self._accounts: dict[int, Account] = {}

    def account(self, hands: int | None = None) -> Account:
        """Return the account after the first ``hands`` hands, or all of them."""
        last = self._hands if hands is None else hands
        if last not in self._accounts:
            numbers = range(1, last + 1)
            self._accounts[last] = account_of(self._players, map(self._money_of, numbers))
        return self._accounts[last]

    def finding(self, number: int) -> Finding | None:
        """Return the finding that the payments after a hand do not add up; None if they do, settle
        the account, or are a part of the debts of several hands."""
        wrong = self._wrong(number)
        if not wrong:
            return None
        settling, after = self._money_of(number).settling, self.account(number)
        is_part = not self.account(number - 1).is_settled and after.is_within_debts
        if after.is_settled or (is_part and not _moves_the_middle(settling)):
            return None
        text = "{name} has {moved} and should have {owed}"
        sentences = [
            Sentence(text, {"name": name, "moved": _moved(got), "owed": _moved(owed)})
            for name, (got, owed) in wrong.items()
        ]
        more = {name: owed - got for name, (got, owed) in wrong.items()}
        *others, last = [payment.event for payment in settling]
        text, facts = "The payments do not add up: {told}.", {"told": sentences, "more": more}
        return Finding(last, number, RULE, PAYMENT, None, tuple(others), text, facts)

    def is_put_right(self, number: int) -> bool:
        """Return whether payments after a later hand put those after this one right."""
        was_part = self.account(number).is_within_debts
        for later in range(number + 1, self._hands + 1):
            money = self._money_of(later)
            if money.is_open_behind or (money.is_open and money.payments):
                return True  # they may be in later payments, or unrecorded
            if money.payments and self._wrong(later) != {}:
                now = self.account(later)
                if now.is_settled or (was_part and now.is_within_debts):
                    return True
        return False

    def _wrong(self, number: int) -> dict[str, tuple[int, int]] | None:
        """Return the amounts that players got in the payments after a hand, and should have, where
        they differ; None if the payments cannot be judged."""
        hand = self._money_of(number)
        names = {name for paid in hand.settling for name in (paid.giver, paid.taker)} - {THE_MIDDLE}
        if not names or hand.is_open or not hand.is_judged or not names.issubset(self._players):
            return None
        got = Counter[str]()
        for payment in hand.settling:
            got[payment.taker] += payment.amount
            got[payment.giver] -= payment.amount
        has_pot = _moves_the_middle(hand.settling)
        owed = Counter(hand.gets if has_pot else hand.net)
        for before in map(self._money_of, () if has_pot else range(number - 1, 0, -1)):
            if before.is_open_behind or (before.is_open and not before.settling):
                return None
            if before.settling:
                break
            owed.update(before.net)
        wrong = {name for name in owed.keys() | got.keys() if got[name] != owed[name]}
        return {name: (got[name], owed[name]) for name in sorted(wrong - {THE_MIDDLE})}


def _moves_the_middle(payments: Iterable[Payment]) -> bool:
    return any(THE_MIDDLE in (payment.giver, payment.taker) for payment in payments)


def _moved(amount: int) -> Sentence:
    text = "got {amount}" if amount > 0 else "given {amount}" if amount else "got nothing"
    return Sentence(text, {"amount": abs(amount)})
