"""Melds on the table in any rummy game.

A game that declares `Game.melds` has the fact ``laid`` of each seat: its melds, each with the cards
last written. The game decides where the cards are kept: in a zone of their own, or among the cards
of their player, who can take them up again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.core.cards import FRESH, Zone, picked, without
from referee.core.hand import Hand, Seat


class Meld(NamedTuple):
    """A meld on the table: its cards as written, and the line that laid the last of them."""

    cards: tuple[str, ...]
    seq: int


def cards_of(melds: Iterable[Meld]) -> list[str]:
    """Return the cards of several melds."""
    return [card for meld in melds for card in meld.cards]


def can_come_from(hand: Hand, zone: Zone, seat: Seat, faces: Sequence[str]) -> bool:
    """Return whether a player may have these cards besides the melds on the table."""
    held = hand.beside_melds(zone, seat)
    if held is not None and len(faces) > hand.count_beside_melds(zone, seat):
        return False
    cards = [FRESH] * len(faces) if held is None else picked(held, faces)
    return not hand.wrong(zip(cards, faces, strict=True))


def lay(
    hand: Hand, seat: Seat, cards: Sequence[str], seq: int, *, onto: Meld | None = None
) -> None:
    """Lay cards as a new meld of a seat, or replace an older one."""
    new = Meld(tuple(cards), seq)

    def laid() -> tuple[Meld, ...]:
        melds: tuple[Meld, ...] = hand.laid.get(seat, ())
        if onto is None:
            return (*melds, new)
        return tuple(new if meld is onto else meld for meld in melds)

    hand.let_each("laid", [seat], lambda _: laid())


def set_recorded(hand: Hand, seat: Seat, melds: Iterable[Meld]) -> None:
    """Set the melds of a seat, and their cards, to those recorded after a gap."""
    hand.laid[seat] = tuple(melds)
    zone = next((zone for zone in hand.game.seat_zones if zone.open), None)
    shown = [(FRESH, face) for face in cards_of(hand.laid[seat])]
    if zone is not None and not hand.wrong(shown):
        hand.put(zone, seat, tuple(hand.see(*pair, None, None) for pair in shown))


def take_up(hand: Hand, zone: Zone, seat: Seat, melds: Iterable[Meld]) -> None:
    """Take melds from the table back into the hand."""
    gone = list(melds)
    left = tuple(meld for meld in hand.laid[seat] if meld not in gone)
    hand.let_each("laid", [seat], lambda _: left)


def take_out(hand: Hand, seat: Seat, card: str) -> None:
    """Take a card out of a meld of a player; if no meld has it, their cards become open."""
    meld = next((laid for laid in hand.laid[seat] if card in laid.cards), None)
    if meld is None:
        hand.forget_cards(seat)
    else:
        lay(hand, seat, without(meld.cards, [card]), meld.seq, onto=meld)
