"""Payments after a hand, compared with the debts from it and earlier hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from referee.judging.account import THE_MIDDLE, Account, HandMoney, account_of
from referee.judging.findings import PAYMENT, Finding
from referee.wording.sentences import Sentence

RULE: Final = "payment.wrong"


class Sums(NamedTuple):
    """The amount that each player ``got`` in the payments of a hand, less what they gave, and the
    amount that they should have got (``owed``)."""

    got: Counter[str]
    owed: Counter[str]

    @property
    def wrong(self) -> list[str]:
        """The players who did not get or give the right amount."""
        names = self.owed.keys() | self.got.keys() - {THE_MIDDLE}
        return sorted(name for name in names if self.got[name] != self.owed[name])


class Payments:
    """The payments of an evening of ``hands`` hands; ``money_of`` returns the money of a hand by
    its number."""

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
        sums = self._sums(number)
        if sums is None or not sums.wrong:
            return None
        before, after = self.account(number - 1), self.account(number)
        is_part = THE_MIDDLE not in sums.got and not before.is_settled and after.is_within_debts
        if after.is_settled or is_part:
            return None
        sentences = [
            Sentence(
                "{name} has {moved} and should have {owed}",
                {"name": name, "moved": _moved(sums.got[name]), "owed": _moved(sums.owed[name])},
            )
            for name in sums.wrong
        ]
        *others, last = [payment.event for payment in self._money_of(number).settling]
        text, facts = "The payments do not add up: {told}.", {"told": sentences}
        return Finding(last, number, RULE, PAYMENT, None, tuple(others), text, facts)

    def is_put_right(self, number: int) -> bool:
        """Return whether payments after a later hand correct those after this one: they are partial
        payments within the debts, or settle everything."""
        was_part = self.account(number).is_within_debts
        for later in range(number + 1, self._hands + 1):
            sums, money = self._sums(later), self._money_of(later)
            if money.is_open_behind or (money.is_open and money.payments):
                return True  # they may be in later payments, or unrecorded
            if money.payments and (sums is None or sums.wrong):
                now = self.account(later)
                if now.is_settled or (was_part and now.is_within_debts):
                    return True
        return False

    def _sums(self, number: int) -> Sums | None:
        """Return the sums of the payments after a hand; None if there are none, if they name a
        stranger, or if the record leaves the debts open."""
        hand = self._money_of(number)
        names = {name for payment in hand.settling for name in (payment.giver, payment.taker)} - {
            THE_MIDDLE
        }
        if not names or hand.is_open or not hand.is_judged or not names.issubset(self._players):
            return None
        got = Counter[str]()
        for payment in hand.settling:
            got[payment.taker] += payment.amount
            got[payment.giver] -= payment.amount
        if THE_MIDDLE in got:
            return Sums(got, Counter(hand.gets))
        owed = Counter(hand.net)
        for before in map(self._money_of, range(number - 1, 0, -1)):
            if before.is_open_behind or (before.is_open and not before.settling):
                return None
            if before.settling:
                break
            owed.update(before.net)
        return Sums(got, owed)


def _moved(amount: int) -> Sentence:
    text = "got {amount}" if amount > 0 else "given {amount}" if amount else "got nothing"
    return Sentence(text, {"amount": abs(amount)})
