"""Knowledge of hidden cards: it goes back in time by the cards' identity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.cards import is_blank
from referee.core.hand import Hand, Seat
from referee.judging.corrections import Numbered
from referee.judging.facts import Known


def hidden_cards(hand: Hand) -> dict[str, list[str] | None]:
    """Return the hidden cards of every player; None where their number is unknown."""
    return {seat.name: _cards(hand, seat) for seat in hand.seats}


def knowledge(hand: Hand, held: Mapping[str, list[str] | None]) -> list[Known]:
    """Return what a hand proves about cards that players held earlier in it."""
    return [_known(hand, name, cards) for name, cards in held.items()]


def rest_of_hand(later: Sequence[Numbered]) -> list[Numbered]:
    """Return the events that belong to the same hand, up to the next gap."""
    events = []
    for one in later:
        if one[1]["type"] in ("hand", "gap"):
            break
        events.append(one)
    return events


def _cards(hand: Hand, seat: Seat) -> list[str] | None:
    """Return the cards of a seat that are hidden; None if their number is unknown."""
    zones = [zone for zone in hand.game.seat_zones if not zone.open]
    held = [hand.held_in(zone, seat) for zone in zones]
    return None if None in held else [card for cards in held for card in cards or ()]


def _known(hand: Hand, player: str, cards: list[str] | None) -> Known:
    if cards is None:
        faces = [face for face in dict.fromkeys(hand.deck.faces()) if not _located(hand, face)]
        return Known(player, (), tuple(faces), (), (0, hand.deck.size))
    faces = [hand.named.get(card, card) for card in cards]
    surely = tuple(face for face in faces if not is_blank(face) and face not in hand.loose)
    possibly: tuple[str, ...] = ()
    if len(surely) < len(faces):
        possibly = tuple(
            face for face in dict.fromkeys(hand.deck.faces()) if not _located(hand, face)
        )
    return Known(player, surely, possibly, (), (len(faces), len(faces)))


def _located(hand: Hand, face: str) -> bool:
    return face not in hand.loose and hand.located.get(face, 0) >= hand.deck.copies(face)
