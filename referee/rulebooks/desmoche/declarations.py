"""Declared automatic wins: whether one is good, and whose wins."""

from __future__ import annotations

from referee.cards import DECK
from referee.rulebooks.desmoche import wins
from referee.rulebooks.desmoche.hand import Declaration, Hand


def cards_behind(hand: Hand, declaration: Declaration) -> int:
    """The cards that a declaration rests on: the nine shown, or all that are known to be in the
    hand, as dealt or after the Cambio."""
    seat = declaration.seat
    if declaration.shown.bit_count() >= 9:
        return declaration.shown
    places = hand.where.dealt if declaration.as_dealt else hand.where.held
    return declaration.shown | hand.where.all_surely(places[seat.place])


def is_good(hand: Hand, declaration: Declaration, waits: bool = True) -> bool | None:
    """Whether a declared win is one, as far as the record shows; a hand that nobody saw is taken
    at its word. None while it waits for the declarer's Cambio card to come."""
    seat = declaration.seat
    shown_whole = declaration.shown.bit_count() >= 9
    if waits and not (declaration.as_dealt or seat.received or shown_whole):
        return None
    cards = cards_behind(hand, declaration)
    places = hand.where.dealt if declaration.as_dealt else hand.where.held
    possible = hand.where.all_possibly(places[seat.place]) | cards
    return wins.may_be(declaration.win, cards, hand.house, DECK & ~possible)


def is_proven(declaration: Declaration) -> bool:
    """Whether the record shows all nine cards behind a declaration."""
    return declaration.cards.bit_count() >= 9


def best(hand: Hand, good: list[Declaration]) -> Declaration:
    """The declaration that wins. One on a hand as dealt ends the hand without a Cambio, so that
    none made after the Cambio competes with it."""
    competing = [one for one in good if one.as_dealt] or good
    if len(competing) == 1:
        return competing[0]
    order = hand.house["automatic_order"]
    if order == "first_declared":
        return competing[0]
    return max(
        competing, key=lambda one: (wins.strength(one.win, one.cards, order), -one.seat.place)
    )
