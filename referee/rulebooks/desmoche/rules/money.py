"""What was paid after a hand, against what was owed."""

from __future__ import annotations

from referee.judging.findings import PAYMENT
from referee.judging.kernel.acts import CLOSING
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.rulebooks.common.payments import wrong_payments
from referee.rulebooks.desmoche.closing import MoneyClosing
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.money.questions import sums_of

shelf = RuleShelf("Money", rests_on=EVERYTHING)
rule = shelf.rule


@rule("payment.wrong", PAYMENT, on=(CLOSING,), rests_on=NOTHING)
def payment_wrong(hand: Hand, closing: MoneyClosing) -> Verdict:
    """The payments written down after a hand add up to what was owed. Where money goes through
    the middle, each player gets what the end of the hand owed them from the pots and bonuses;
    where it goes only between players, each gets what they are up or gives what they are down
    since the last payments. Payments after which nobody owes anything are right, and put right
    those before them. Between players a part is right, too, where several hands made them owe it
    and nobody has given or got too much. A hand without any payment is not judged.

    Right: Everybody gives and gets what the hand made them owe.
    Source: the log format
    """
    lost = hand.may_be_over and hand.outcome.kind == "undecided"
    if not hand.payments or lost:
        return None
    sums = sums_of(hand, (*closing.earlier, (hand, closing.result)))
    return None if sums is None else wrong_payments(sums, closing.paid)
