"""Where the cards are in one deal, and what can be asked of a card's place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from referee.cards.deck import BITS, names
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.hidden.evidence import DECK_PLACE
from referee.rulebooks.desmoche.seat import Seat

OPEN: Final = -2
"""Stands for the open, on a table or on the pile, where otherwise a player's place stands."""


class Location(NamedTuple):
    """Where a card is in one deal: whose it was as dealt (or the deck's), whether it was kept, and
    where it is now."""

    dealt: int
    kept: bool
    now: int


Condition = Callable[[Location], bool]


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal that fits the record: for every card where it is."""

    locations: Mapping[int, Location]

    def cards(self, condition: Condition) -> int:
        """The cards of which this is so."""
        return sum(card for card, location in self.locations.items() if condition(location))

    def as_dict(self, hand: Hand) -> dict[str, Any]:
        """The deal as plain data: what everybody was dealt, passed on and holds now, and
        what is in the deck and in the open."""

        def told(condition: Condition) -> list[str]:
            return names(self.cards(condition))

        return {
            "hands": {seat.name: told(in_hand(seat)) for seat in hand.seats},
            "dealt": {seat.name: told(dealt_to(seat)) for seat in hand.seats},
            "passed": {seat.name: told(passed_by(seat)) for seat in hand.seats},
            "deck": told(in_deck),
            "open": told(lambda location: location.now == OPEN),
        }


def in_hand(seat: Seat) -> Condition:
    """The card is in the player's hand."""
    return lambda location: location.now == seat.place


def dealt_to(seat: Seat) -> Condition:
    """The card was dealt to the player."""
    return lambda location: location.dealt == seat.place


def passed_by(seat: Seat) -> Condition:
    """The card was dealt to the player, and passed on in the Cambio."""
    return lambda location: location.dealt == seat.place and not location.kept


def in_deck(location: Location) -> bool:
    """The card is in the deck."""
    return location.now == DECK_PLACE


def conditions_of(hand: Hand, where: Mapping[str, str]) -> dict[int, Condition]:
    """What is asked of cards, by their names: that they are with ``Ana`` or in the ``deck`` then,
    or were ``dealt Ana``; ``not`` before it asks for the contrary. Raises KeyError for a name or a
    card that is none."""
    found: dict[int, Condition] = {}
    for card, asked in where.items():
        place = asked.removeprefix("not ")
        name = place.removeprefix("dealt ")
        seat = hand.find(name)
        if seat is None and place != "deck":
            raise KeyError(asked)
        holds: Condition = in_deck
        if seat is not None:
            holds = in_hand(seat) if name == place else dealt_to(seat)
        found[BITS[card]] = holds if place == asked else negated(holds)
    return found


def negated(condition: Condition) -> Condition:
    """That this is not so."""
    return lambda location: not condition(location)
