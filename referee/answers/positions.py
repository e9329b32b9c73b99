"""Contradictions between a position and the deck, or the game."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from referee.cards.deck import JOKER, UNRECORDED, Deck
from referee.judging.corrections import Event
from referee.judging.telling import card_in_words
from referee.wording.language import N_


def contradictions(
    position: Event, deck: Deck, most_hands: int | None = None
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield each contradiction: the broken rule, its sentence, and the facts for the sentence."""
    number = position.get("round", 0)
    if most_hands is not None and number > most_hands:
        text = N_("The game has {count} hands, but the position is in round {round}.")
        yield "hand.over", text, {"count": most_hands, "round": number}
    hands = position.get("hands", {}).values()
    groups = [position.get("pile", ()), *(hand for hand in hands if isinstance(hand, list))]
    groups += [meld for melds in position.get("melds", {}).values() for meld in melds]
    groups += [[position["offer"]["card"]]] if "offer" in position else []
    named = [card for group in groups for card in group]
    for card, count in Counter(named).items():
        most = deck.jokers if card == JOKER else deck.packs
        if card != UNRECORDED and count > most:
            text = N_("The position names {card} more often than the deck has it.")
            yield "card.location", text, {"card": card_in_words(card)}
    counts = sum(hand for hand in hands if isinstance(hand, int))
    total = len(named) + counts + position.get("stock", 0)
    if total > deck.size:
        text = N_("The position has {count} cards, but the deck has only {most}.")
        yield "card.count", text, {"count": total, "most": deck.size}
