"""The dimes that changed hands, against what was due."""

from __future__ import annotations

from collections import Counter

from referee.judging.account import THE_MIDDLE
from referee.judging.findings import PAYMENT, Breach
from referee.judging.kernel.acts import CLOSING
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.closing import PointsClosing
from referee.rulebooks.dimes.hand import DimesHand
from referee.rulebooks.dimes.settlement import due, owed_after
from referee.wording.sentences import Sentence

shelf = RuleShelf("The pot of dimes")
rule = shelf.rule


@rule("payment.wrong", PAYMENT, on=(CLOSING,), binds=("dimes",))
def payment_wrong(hand: DimesHand, closing: PointsClosing) -> Verdict:
    """The player who is out takes a dime from the pot, as long as there is one, and the lowest
    total takes the rest after the last round. Where the dimes are settled only between players,
    each gets what they are up or gives what they are down since the last payments. A hand
    without any payment is not judged.

    Right: Everybody gets from the pot what is theirs, or gives and gets what they are down or up.
    Source: rule text, Introduction
    """
    payments = hand.payments_but_stakes()
    due_now = due(hand, closing.result.scores)
    if not payments or due_now.open or hand.house["dimes"] == "off":
        return None
    if hand.unclear or hand.blurred or hand.gap_behind:
        return None
    got: Counter[str] = Counter()
    for payment in payments:
        got[hand.name_of(payment.taker)] += payment.amount
        got[hand.name_of(payment.giver)] -= payment.amount
    owed = Counter(due_now.dimes)
    if THE_MIDDLE not in got:
        between = owed_after(hand, closing.result.net)
        if hand.hands_missing or between is None:
            return None
        owed = Counter(between)
    wrong = [seat.name for seat in hand.seats if got[seat.name] != owed[seat.name]]
    if not wrong:
        return None
    told = [
        Sentence(
            "{name} has {moved} and should have {owed}",
            {"name": name, "moved": _moved(got[name]), "owed": _moved(owed[name])},
        )
        for name in wrong
    ]
    return Breach(
        None,
        "The payments do not add up: {told}.",
        {"told": told},
        event=payments[-1].event,
        cites=tuple(payment.event for payment in payments[:-1]),
    )


def _moved(amount: int) -> Sentence:
    text = "got {amount}" if amount > 0 else "given {amount}" if amount else "got nothing"
    return Sentence(text, {"amount": abs(amount)})
