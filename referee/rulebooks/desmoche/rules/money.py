"""What was paid after a hand, against what was owed."""

from __future__ import annotations

from collections import defaultdict

from referee.judging.account import THE_MIDDLE
from referee.judging.findings import PAYMENT, Breach
from referee.judging.kernel.acts import CLOSING
from referee.judging.rulebook import EVERYTHING, NOTHING, RuleShelf, Verdict
from referee.rulebooks.desmoche.closing import MoneyClosing
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.money.questions import money_is_open
from referee.wording.sentences import Sentence

shelf = RuleShelf("Money", rests_on=EVERYTHING)
rule = shelf.rule


@rule("payment.wrong", PAYMENT, on=(CLOSING,), rests_on=NOTHING)
def payment_wrong(hand: Hand, closing: MoneyClosing) -> Verdict:
    """The payments written down after a hand add up to what was owed. Where money goes through
    the middle, each player gets what the end of the hand owed them from the pots and bonuses;
    where it goes only between players, each gets what they are up or gives what they are down
    since the last payments. A hand without any payment is not judged.

    Right: Everybody gives and gets what the hand made them owe.
    Source: the log format
    """
    lost = hand.may_be_over and hand.outcome.kind == "undecided"
    if not hand.payments or lost:
        return None
    judged = (*closing.earlier, (hand, closing.result))
    if any(one.payments_unclear for one, _ in judged):
        return None
    got: defaultdict[str, int] = defaultdict(int)
    for payment in hand.payments:
        got[payment.taker] += payment.amount
        got[payment.giver] -= payment.amount
    through_the_middle = THE_MIDDLE in got
    got.pop(THE_MIDDLE, None)
    owed: defaultdict[str, int] = defaultdict(int)
    for due in [closing.result.due] if through_the_middle else [one.net for _, one in judged]:
        for name, amount in due.items():
            owed[name] += amount
    wrong = [name for name in owed.keys() | got.keys() if got[name] != owed[name]]
    if not wrong or any(money_is_open(one, settled) for one, settled in judged):
        return None
    told = [
        Sentence(
            "{name} has {moved} and should have {owed}",
            {"name": name, "moved": _moved(got[name]), "owed": _moved(owed[name])},
        )
        for name in sorted(wrong)
    ]
    return Breach(
        None,
        "The payments do not add up: {told}.",
        {"told": told},
        event=hand.payments[-1].event,
        cites=tuple(payment.event for payment in hand.payments[:-1]),
    )


def _moved(amount: int) -> Sentence:
    text = "got {amount}" if amount > 0 else "given {amount}" if amount else "got nothing"
    return Sentence(text, {"amount": abs(amount)})
