"""Cards are in one place: what can be drawn, and what can come from a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.judging.findings import RECORD, Breach
from referee.judging.kernel.acts import ANY, Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.hands import PileHand
from referee.rulebooks.common.signs import ASTRAY
from referee.wording.language import Plural
from referee.wording.sentences import InOrder, Sentence

AnyHand = PileHand[Any, Any]

shelf: RuleShelf = RuleShelf("Where cards are")
rule = shelf.rule


@rule("card.location", RECORD, on=(ANY,), signs=ASTRAY)
def card_location(place: AnyHand | object, act: Act) -> Verdict:
    """A card is in one place. There are no more copies of it than the packs have, and none can be
    drawn, or come from a hand, when all of them are known to lie elsewhere.

    Right: Correct one of the two lines that name the card.
    Source: the log format
    """
    if not isinstance(place, PileHand):
        return None
    if act.type == "deal":
        if place.blurred and place.played:
            # it is the line that is out of place
            return None
        dealt = place.cards.dealt_too_often(_named(act.event["hands"]))
        text = "{cards} is dealt more often than the deck has it."
        return Breach(None, text, {"cards": InOrder(dealt)}) if dealt else None
    drawn = place.from_deck(act)
    if drawn and (too_often := place.cards.drawn_too_often(drawn)):
        text = "{cards} cannot be drawn from the deck here: it is known to lie elsewhere."
        return Breach(None, text, {"cards": InOrder(too_often)})
    misplaced = place.misplaced(act) if act.seat is not None else []
    if not misplaced or place.plays_too_many(act):
        return None
    text = "{cards} cannot come from {player}'s hand here: the cards that are known leave no room."
    return Breach(None, text, {"cards": InOrder(misplaced), "player": act.seat.name})


@rule("card.count", RECORD, on=(ANY,), once=True, signs=ASTRAY)
def card_count(place: AnyHand | object, act: Act) -> Verdict:
    """Nobody can play more cards from the hand than they hold. One finding for each player and
    hand.

    Right: Correct the line that names a card too many, or insert the missing line before it.
    Source: the log format
    """
    if not isinstance(place, PileHand) or act.seat is None or not place.plays_too_many(act):
        return None
    player, count = act.seat.name, len(place.from_hand(act))
    text = "{player} plays {count} from the hand, but by the record has only {most} left."
    facts = {"player": player, "count": _cards(count), "most": _cards(act.seat.holding.count)}
    return Breach(player, text, facts)


def _named(hands: Mapping[str, Any]) -> list[str]:
    return [card for cards in hands.values() if isinstance(cards, list) for card in cards]


def _cards(count: int) -> Sentence:
    return Sentence(Plural("one card", "{count} cards", count), {"count": count})
