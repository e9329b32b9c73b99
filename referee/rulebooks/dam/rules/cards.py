"""Where cards are: what can be taken from the pile, besides what all games ask."""

from __future__ import annotations

from referee.cards.deck import UNRECORDED
from referee.judging.findings import Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.rules import cards, own_form
from referee.rulebooks.dam.hand import DamHand
from referee.wording.sentences import InOrder

shelf = RuleShelf("Where cards are")


@own_form(shelf, cards.shelf, "card.location")
def card_location(place: DamHand | object, act: Act) -> Verdict:
    """A card is in one place. There are no more copies of it than the packs have; none can be
    drawn, or come from a hand, when all of them are known to lie elsewhere; and who takes or begs
    the discard gets a card that lies on the pile."""
    if isinstance(place, DamHand) and act.type in ("take", "beg"):
        missing = _not_on_the_pile(place, act)
        if missing:
            text = "{cards} is not the discard, nor does it lie on the pile."
            return Breach(None, text, {"cards": InOrder((missing,))})
    return cards.card_location(place, act)


@own_form(shelf, cards.shelf, "card.count")
def card_count(place: DamHand | object, act: Act) -> Verdict:
    """Nobody can play more cards from the hand than they hold. Where a card of a meld was not
    recorded, it may be no meld, and its cards may have gone back to the hand. One finding for
    each player and hand."""
    if isinstance(place, DamHand) and act.seat is not None and place.may_have_taken_up(act):
        return None
    return cards.card_count(place, act)


def _not_on_the_pile(hand: DamHand, act: Act) -> str | None:
    """The card that is named as the discard, and is not there."""
    offer, named = hand.offer, act.event.get("card", UNRECORDED)
    if offer is None or offer.beg is not None or offer.moved_on or hand.not_his_turn(act):
        return None
    pile = hand.cards.pile
    may_lie_there = hand.cards.buried or named in pile or UNRECORDED in pile
    return None if named == UNRECORDED or may_lie_there else named
