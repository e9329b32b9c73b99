"""Payments after a hand, compared with the debts from it and from the hands before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from referee.judging.account import THE_MIDDLE, Paid, Payment
from referee.judging.findings import Breach
from referee.wording.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Sums:
    """For each player, the amount that they ``got`` in the payments of a hand less the amount that
    they gave, and the amount that they should have (``owed``)."""

    payments: Sequence[Payment]
    got: Counter[str]
    owed: Counter[str]

    @property
    def through_the_middle(self) -> bool:
        """Return whether money went into the middle or came out of it."""
        return THE_MIDDLE in self.got

    @property
    def wrong(self) -> list[str]:
        """The players who did not get or give what they should have."""
        names = self.owed.keys() | self.got.keys() - {THE_MIDDLE}
        return sorted(name for name in names if self.got[name] != self.owed[name])


def got_by(payments: Iterable[Payment], name_of: Callable[[str], str] = str) -> Counter[str]:
    """Return what each party of these payments got less what it gave."""
    got = Counter[str]()
    for payment in payments:
        got[name_of(payment.taker)] += payment.amount
        got[name_of(payment.giver)] -= payment.amount
    return got


def wrong_payments(sums: Sums, account: Paid) -> Breach | None:
    """Return the finding that these payments do not add up; None where they do, settle the account,
    or are a part of the debts of several hands."""
    if not sums.wrong:
        return None
    if account.closes_the_account():
        return None
    if not sums.through_the_middle and account.is_part_of_several_hands():
        return None
    told = [
        Sentence(
            "{name} has {moved} and should have {owed}",
            {"name": name, "moved": _moved(sums.got[name]), "owed": _moved(sums.owed[name])},
        )
        for name in sums.wrong
    ]
    *others, last = [payment.event for payment in sums.payments]
    text = "The payments do not add up: {told}."
    return Breach(None, text, {"told": told}, event=last, cites=tuple(others))


def _moved(amount: int) -> Sentence:
    text = "got {amount}" if amount > 0 else "given {amount}" if amount else "got nothing"
    return Sentence(text, {"amount": abs(amount)})
