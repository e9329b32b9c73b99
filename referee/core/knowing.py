"""Knowledge of hidden cards: it goes back in time by the cards' identity."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.cards import is_blank
from referee.core.hand import Hand, Seat
from referee.judging.corrections import Numbered
from referee.judging.facts import Known


def knowledge(hand: Hand, then: Hand) -> list[Known]:
    """Return what a hand proves about cards that players held earlier in it, when it was as it was
    ``then``."""
    return [_known(hand, then, seat) for seat in then.seats]


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


def _known(hand: Hand, then: Hand, seat: Seat) -> Known:
    cards = _cards(then, seat)
    faces = [hand.named.get(card, card) for card in cards or ()]
    surely = tuple(face for face in faces if not is_blank(face) and face not in hand.loose)
    possibly: tuple[str, ...] = ()
    if cards is None or len(surely) < len(faces):
        # a card that was mixed with others may be any that shows later
        bags = [cards for zone in hand.game.seat_zones for cards in vars(hand)[zone.name].values()]
        gone = {face for face in faces if is_blank(face)}.difference(hand.pile, *bags)
        since = then if cards is None or gone else hand
        possibly = tuple(
            face for face in dict.fromkeys(hand.deck.faces()) if not _located(since, face)
        )
    count = (0, hand.deck.size) if cards is None else (len(faces), len(faces))
    return Known(seat.name, surely, possibly, (), count)


def _located(hand: Hand, face: str) -> bool:
    return face not in hand.loose and hand.located.get(face, 0) >= hand.deck.copies(face)
