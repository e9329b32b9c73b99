"""Melds on the table, in any rummy.

A game that declares `Game.melds` has the fact ``laid`` of each seat: the melds that lie before it,
each with its cards as they were written last. Where its cards are kept is for the game to say. They
may go to a zone of their own, or stay among the cards of their player, who can take them up again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.core.cards import FRESH, Zone, picked, without
from referee.core.hand import Hand, Seat


class Meld(NamedTuple):
    """A meld on the table: its cards as they were written, unrecorded ones included, and the line
    that laid the last of them."""

    cards: tuple[str, ...]
    seq: int


def cards_of(melds: Iterable[Meld]) -> list[str]:
    """Return the cards of several melds."""
    return [card for meld in melds for card in meld.cards]


def can_come_from(hand: Hand, zone: Zone, seat: Seat, faces: Sequence[str]) -> bool:
    """Return whether a player can have these cards beside the melds on the table, as far as the
    record shows."""
    held = hand.beside_melds(zone, seat)
    if held is not None and len(faces) > hand.count_beside_melds(zone, seat):
        return False
    cards = [FRESH] * len(faces) if held is None else picked(held, faces)
    return not hand.wrong(zip(cards, faces, strict=True))


def lay(
    hand: Hand, seat: Seat, cards: Sequence[str], seq: int, *, onto: Meld | None = None
) -> None:
    """Let cards lie together before a seat: a new meld, or an older one as it lies now."""
    new = Meld(tuple(cards), seq)

    def laid() -> tuple[Meld, ...]:
        melds: tuple[Meld, ...] = hand.laid.get(seat, ())
        if onto is None:
            return (*melds, new)
        return tuple(new if one is onto else one for one in melds)

    hand.let_each("laid", [seat], lambda _: laid())


def set_recorded(hand: Hand, seat: Seat, melds: Iterable[Meld]) -> None:
    """Set the melds of a seat, and their cards, to those that the record names after a gap."""
    hand.laid[seat] = tuple(melds)
    zone = next((one for one in hand.game.seat_zones if one.open), None)
    shown = [(FRESH, face) for face in cards_of(hand.laid[seat])]
    if zone is not None and not hand.wrong(shown):
        hand.put(zone, seat, tuple(hand.see(*one, None, None) for one in shown))


def take_up(hand: Hand, zone: Zone, seat: Seat, melds: Iterable[Meld]) -> None:
    """Let these melds lie on the table no more: their cards are in the hand."""
    gone = list(melds)
    left = tuple(one for one in hand.laid[seat] if one not in gone)
    hand.let_each("laid", [seat], lambda _: left)


def take_out(hand: Hand, seat: Seat, card: str) -> None:
    """Take a card out of a meld of a player; if none has it, their cards are open."""
    meld = next((one for one in hand.laid[seat] if card in one.cards), None)
    if meld is None:
        hand.open_cards(seat)
    else:
        lay(hand, seat, without(meld.cards, [card]), meld.seq, onto=meld)
