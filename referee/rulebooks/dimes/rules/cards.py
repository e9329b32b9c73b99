"""Where cards are: what can be taken from the pile, besides what all games ask."""

from __future__ import annotations

from referee.cards.deck import UNRECORDED
from referee.judging.findings import Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.rules import cards, own_form
from referee.rulebooks.dimes.hand import DimesHand
from referee.wording.sentences import InOrder

shelf = RuleShelf("Where cards are")


@own_form(shelf, cards.shelf, "card.location")
def card_location(place: DimesHand | object, act: Act) -> Verdict:
    """A card is in one place. There are no more copies of it than the packs have; none can be
    drawn, or come from a hand, when all of them are known to lie elsewhere; and what is taken from
    the pile lies there."""
    if isinstance(place, DimesHand):
        if act.type == "take" and not (place.blurred or place.passes_over(act)):
            card, pile = act.event.get("card", UNRECORDED), place.pile
            if not pile:
                return Breach(None, "There is no card in the pile that could be taken.")
            if card != UNRECORDED and card not in pile and UNRECORDED not in pile:
                text = "{card} cannot be taken: it does not lie in the pile."
                return Breach(None, text, {"card": InOrder((card,))})
        if act.type == "draw" and act.event["card"] in place.may_be_back():
            return None
    return cards.card_location(place, act)
