"""Declared automatic wins: whether one is good, and whose wins."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from referee.cards.deck import DECK, RANK_CARDS, each
from referee.rulebooks.desmoche.hand import Hand
from referee.rulebooks.desmoche.hidden.deals import Deals, deals_of
from referee.rulebooks.desmoche.hidden.locations import Condition, dealt_to, in_hand, negated
from referee.rulebooks.desmoche.melds import that_may_have
from referee.rulebooks.desmoche.money import wins
from referee.rulebooks.desmoche.records import Declaration
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import END, OPENING, PAST, SHOWN, THINNED

NINE: Final = 9


def cards_behind(hand: Hand, declaration: Declaration) -> int:
    """The cards that a declaration rests on: the nine shown, or all that are known to be in the
    hand, as dealt or after the Cambio."""
    seat = declaration.seat
    if declaration.shown.bit_count() >= 9:
        return declaration.shown
    places = hand.where.dealt if declaration.as_dealt else hand.where.held
    return declaration.shown | hand.where.certain(places[seat.place])


def is_good(hand: Hand, declaration: Declaration, waits: bool = True) -> bool | None:
    """Whether a declared win is one, as far as the record shows; a hand that nobody saw is taken
    at its word. None while it waits for the declarer's Cambio card to come. Where a gap may hide
    the Cambio, the hand counts as dealt and as it stands after it."""
    if hand.unknown & OPENING and declaration.as_dealt:
        after = replace(declaration, as_dealt=False)
        return _may_be_good(hand, declaration) or _may_be(hand, after)
    shown_whole = declaration.shown.bit_count() >= NINE
    if waits and not (declaration.as_dealt or declaration.seat.received or shown_whole):
        return None
    return _may_be_good(hand, declaration)


def _may_be_good(hand: Hand, declaration: Declaration) -> bool:
    if not _may_be(hand, declaration):
        return False
    return cards_behind(hand, declaration).bit_count() >= NINE or _fits_a_deal(hand, declaration)


def _may_be(hand: Hand, declaration: Declaration) -> bool:
    """Whether the cards that are known of the hand leave room for the win."""
    seat, cards = declaration.seat, cards_behind(hand, declaration)
    places = hand.where.dealt if declaration.as_dealt else hand.where.held
    possible = hand.where.possible(places[seat.place]) | cards
    return wins.may_be(declaration.win, cards, hand.house, DECK & ~possible)


def _fits_a_deal(hand: Hand, declaration: Declaration) -> bool:
    """Whether the hand is the declared win in some deal that fits the record."""
    deals, inside = _deals_behind(hand, declaration)
    if not deals.layouts:
        return True
    known = dict.fromkeys(each(declaration.shown & ~hand.doubtful), inside)
    if not deals.can(known):
        # what was shown cannot be there: that is said of the card, not of the win
        return True
    if declaration.win == "peladilla":
        spoiling = wins.spoiling_pairs("peladilla", hand.house)
        return deals.without_any(spoiling, inside, known) is not None
    if declaration.win == "cuatro_cuerpos":
        fours = (dict.fromkeys(each(rank), inside) for rank in RANK_CARDS)
        return any(deals.can(known | four) for four in fours)
    others = (
        dict.fromkeys(each(DECK & ~group & ~declaration.shown), negated(inside))
        for group in wins.colour_groups(hand.house)
        if not declaration.shown & ~group
    )
    return any(deals.can(known | outside) for outside in others)


def _deals_behind(hand: Hand, declaration: Declaration) -> tuple[Deals, Condition]:
    """The deals that fit, and the hand that was declared: as dealt, or after the Cambio."""
    evidence, seat = hand.where.evidence, declaration.seat
    moment = evidence.play_at - 1 if evidence.play_at else len(evidence.timeline)
    return deals_of(hand, moment), dealt_to(seat) if declaration.as_dealt else in_hand(seat)


def is_proven(hand: Hand, declaration: Declaration) -> bool:
    """Whether the hand is the declared win in every deal that fits the record."""
    if declaration.cards.bit_count() >= NINE:
        return wins.may_be(declaration.win, declaration.cards, hand.house)
    deals, inside = _deals_behind(hand, declaration)
    if not deals.layouts:
        return False
    if declaration.win == "cuatro_cuerpos":
        return deals.without_any(RANK_CARDS, inside) is None
    possible = deals.in_some(inside)
    spoiling = wins.spoiling_pairs(declaration.win, hand.house)
    return not any(pair & ~possible == 0 and deals.can_all(pair, inside) for pair in spoiling)


def taken_on_trust(hand: Hand) -> bool:
    """Whether nobody can tell from the record that the win which decided the hand was one, so that
    play which goes on may count."""
    outcome = hand.outcome
    if outcome.kind == "automatic":
        mine = [one for one in hand.declarations if one.seat is outcome.winner and one.good]
        return not any(is_proven(hand, one) and not one.perhaps_late for one in mine)
    if outcome.kind == "melds":
        if hand.unknown & END or any(meld > DECK for meld in outcome.melds):
            return True
        return outcome.winner is not None and _may_lack_a_card(hand, outcome.winner)
    return outcome.kind == "undecided"


def _may_lack_a_card(hand: Hand, winner: Seat) -> bool:
    """Whether a card of the winner may lie elsewhere: in the melds of somebody else, where nobody
    recorded it, or on the pile."""
    return bool(winner.unknown & THINNED) or any(
        that_may_have(seat.melds, winner.table, hand.house)
        for seat in hand.seats
        if seat is not winner and seat.table > DECK
    )


def won_on_trust(hand: Hand) -> bool:
    """Whether it hangs on cards that nobody recorded that somebody has won: on those of a declared
    win, or on those that the winner laid, which may have come from the melds."""
    winner = hand.outcome.winner
    if winner is None:
        return False
    unread = winner.unknown & SHOWN or winner.perhaps_hid
    return bool(unread and hand.outcome.kind == "melds") or taken_on_trust(hand)


def best(hand: Hand, good: list[Declaration]) -> Declaration:
    """The declaration that wins. One on a hand as dealt ends the hand without a Cambio, so that
    none made after the Cambio competes with it."""
    competing = _competing(good)
    if len(competing) == 1:
        return competing[0]
    order = hand.house["automatic_order"]
    if order == "first_declared":
        return competing[0]
    return max(
        competing, key=lambda one: (wins.strength(one.win, one.cards, order), -one.seat.place)
    )


def _competing(good: list[Declaration]) -> list[Declaration]:
    return [one for one in good if one.as_dealt] or good


def contested(hand: Hand) -> bool:
    """Whether it hangs on cards or lines that nobody recorded which declared win is the best."""
    if hand.outcome.kind != "automatic":
        return False
    if hand.unknown & PAST:
        return True
    order = hand.house["automatic_order"]
    if order == "first_declared":
        return False
    good = [one for one in hand.declarations if one.good and one.seat.plays]
    rivals = [
        one for one in _competing(good) if order == "highest_card" or one.win == hand.outcome.win
    ]
    return len(rivals) > 1 and any(one.cards.bit_count() < NINE for one in rivals)
