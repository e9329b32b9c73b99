"""Who deals, who cuts, and how many cards."""

from __future__ import annotations

from typing import Any

from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.hands import PileHand
from referee.rulebooks.common.table import PileTable
from referee.wording.language import Plural

shelf: RuleShelf = RuleShelf("The deal")
rule = shelf.rule


@rule("dealer.rotation", VIOLATION, on=("hand",))
def dealer_rotation(table: PileTable[Any], act: Act) -> Verdict:
    """After every hand the next player in turn order deals. Anybody may deal the first hand.

    Right: The next player in turn order after the last dealer deals.
    Source: the rule text
    """
    dealer, expected = table.known(act.event["dealer"]), table.next_dealer
    if expected is None or dealer is None or dealer == expected:
        return None
    return Breach(
        dealer,
        "{dealer} deals, but it is {expected}'s deal.",
        {"dealer": dealer, "expected": expected},
    )


@rule("cut.player", VIOLATION, on=("cut",))
def cut_player(hand: PileHand[Any, Any], act: Act) -> Verdict:
    """Only the player before the dealer in turn order, who sits on the dealer's other side, may
    cut the deck.

    Right: The player before the dealer in turn order cuts, or nobody.
    Source: the rule text
    """
    cutter = hand.seats[-2]
    if act.seat is cutter or not hand.dealer_known or hand.blurred:
        # behind a gap the cards may be dealt, and then it is the line that is out of place
        return None
    return Breach(
        act.seat.name,
        "{player} cut the deck, but {cutter} has to cut it.",
        {"player": act.seat.name, "cutter": cutter.name},
    )


@rule("deal.count", VIOLATION, on=("deal",))
def deal_count(hand: PileHand[Any, Any], act: Act) -> Verdict:
    """The dealer deals everybody the number of cards of this hand.

    Right: Deal the cards anew, the same number to everybody.
    Source: the rule text
    """
    wrong = [
        f"{name} {count}"
        for name, cards in act.event["hands"].items()
        if (count := cards if isinstance(cards, int) else len(cards)) != hand.each
    ]
    if not wrong:
        return None
    text = Plural(
        "{dealer} deals one card to each, and dealt {wrong}.",
        "{dealer} deals {count} cards to each, and dealt {wrong}.",
        hand.each,
    )
    return Breach(hand.dealer, text, {"dealer": hand.dealer, "count": hand.each, "wrong": wrong})
