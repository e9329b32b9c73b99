"""The dimes that changed hands, against what was due."""

from __future__ import annotations

from referee.judging.findings import PAYMENT
from referee.judging.kernel.acts import CLOSING
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.closing import PointsClosing
from referee.rulebooks.common.payments import wrong_payments
from referee.rulebooks.dimes.hand import DimesHand
from referee.rulebooks.dimes.settlement import sums_of

shelf = RuleShelf("The pot of dimes")
rule = shelf.rule


@rule("payment.wrong", PAYMENT, on=(CLOSING,), binds=("dimes",))
def payment_wrong(hand: DimesHand, closing: PointsClosing) -> Verdict:
    """The player who is out takes a dime from the pot, as long as there is one, and the lowest
    total takes the rest after the last round. Where the dimes are settled only between players,
    each gets what they are up or gives what they are down since the last payments. Payments after
    which nobody owes anything are right, and put right those before them. Between players a part
    is right, too, where several hands made them owe it and nobody has given or got too much. A
    hand without any payment is not judged.

    Right: Everybody gets from the pot what is theirs, or gives and gets what they are down or up.
    Source: rule text, Introduction
    """
    sums = sums_of(hand, closing.result)
    return None if sums is None else wrong_payments(sums, closing.paid)
