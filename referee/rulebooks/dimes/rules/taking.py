"""Taking the discard."""

from __future__ import annotations

from referee.cards.deck import UNRECORDED
from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.rules.turns import turn_order
from referee.rulebooks.dimes.hand import DimesHand
from referee.wording.sentences import InOrder

shelf = RuleShelf("Turns")
rule = shelf.rule


@rule("take.top", VIOLATION, on=("take",))
def take_top(hand: DimesHand, act: Act) -> Verdict:
    """Only the top card of the discard pile can be taken, not one that lies under it.

    Right: Put the card back in its place in the pile; then take the top card, or draw one.
    Source: rule text, The Play
    """
    card, pile = act.event.get("card", UNRECORDED), hand.pile
    if not pile or UNRECORDED in (card, pile[-1]) or card == pile[-1]:
        return None
    if hand.passes_over(act):
        return None
    if card not in pile and UNRECORDED not in pile:
        return None
    text = "{player} takes {card} from under {top}; only the top card can be taken."
    facts = {"player": act.seat.name, "card": InOrder((card,)), "top": InOrder((pile[-1],))}
    return Breach(act.seat.name, text, facts)


@rule("take.first", VIOLATION, on=("take",), binds=("first_take",))
def take_first(hand: DimesHand, act: Act) -> Verdict:
    """Where the house bars it, the player who begins does not take the card that was turned up, but
    draws from the deck.

    Right: The player who begins draws from the deck.
    Source: how people who play it settled it
    """
    if hand.house["first_take"] == "allowed" or hand.turns or hand.last or hand.blurred:
        return None
    if turn_order(hand, act) is not None:
        return None
    text = "{player} begins with the card that was turned up, which this table bars."
    return Breach(act.seat.name, text, {"player": act.seat.name})
