"""Where cards are: what can be taken from the pile, besides what all games ask."""

from __future__ import annotations

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
        if act.type == "take" and place.was_misread(act):
            if not place.pile:
                return Breach(None, "There is no card in the pile that could be taken.")
            text = "{card} cannot be taken: it does not lie in the pile."
            return Breach(None, text, {"card": InOrder((act.event["card"],))})
        if act.type == "draw" and act.event["card"] in place.may_be_back():
            return None
    return cards.card_location(place, act)
