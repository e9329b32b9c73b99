"""The deal: where the dealt cards can be, and whom the Cambio goes round."""

from __future__ import annotations

from collections.abc import Mapping

from referee.cards.deck import cards_of
from referee.rulebooks.desmoche.hand import BETTING, DEALT, Hand
from referee.rulebooks.desmoche.hidden.evidence import DEALT as WAS_DEALT
from referee.rulebooks.desmoche.hidden.evidence import DECK_PLACE, GAP, UNCOUNTED
from referee.rulebooks.desmoche.hidden.places import StartingPlaces
from referee.rulebooks.desmoche.unknown import PAST, STAKES


def take_deal(hand: Hand, seq: int, dealt: Mapping[str, list[str] | int]) -> None:
    """Everybody has nine cards now; note where those that were written down can be."""
    hand.stage, hand.dealt_at = DEALT, seq
    hand.deck = hand.undealt
    if hand.unknown:
        _tell_by_the_deal(hand, seq)
    where, evidence = hand.where, hand.where.evidence
    for name, cards in dealt.items():
        seat = hand.find(name)
        if seat is None or isinstance(cards, int):
            continue
        place, count = seat.place, len(cards)
        known = cards_of(cards) & ~hand.doubtful
        where.deal(place, known, count > 9)
        evidence.note_more(WAS_DEALT, place, known, count)
        hand.sights.append((known, seq, True))
        if known.bit_count() == count >= 9:
            where.deal_no_others(place, known)
    evidence.deal_written = seq > 0
    ring_of_the_cambio(hand)


def _tell_by_the_deal(hand: Hand, seq: int) -> None:
    """A deal that was written down shows that a gap before it hides no play; one that was not
    leaves open how much of the deck is gone."""
    if not seq:
        hand.deck = None
        note_gap(hand)
        for seat in hand.seats:
            seat.may_owe_until = hand.draws + 1
        return
    hand.unknown = PAST | STAKES
    for seat in hand.seats:
        seat.unknown, seat.fewest, seat.most = 0, 9, 9


def note_gap(hand: Hand) -> None:
    """Note that cards may have been passed, drawn and played where nobody wrote."""
    evidence = hand.where.evidence
    if not evidence.dealt_at:
        evidence.cards_dealt([seat.place for seat in hand.seats])
    evidence.play_begins()
    evidence.note_more(GAP, DECK_PLACE, other=UNCOUNTED if hand.deck is None else hand.deck)


def void_deal(hand: Hand, seq: int) -> None:
    """The cards are dealt again: what was dealt, passed and said about it counts no more."""
    if hand.voided_deal[0] or hand.stage > DEALT:
        return
    hand.voided_deal = (seq, {})
    hand.stage, hand.doubtful = BETTING, 0
    hand.where = StartingPlaces(len(hand.seats), hand.timeline)
    hand.said.clear()
    hand.declarations.clear()
    for seat in hand.seats:
        seat.passed = ()
        seat.received = 0


def ring_of_the_cambio(hand: Hand) -> None:
    """The Cambio goes round whoever is in the hand."""
    ring = [seat.place for seat in hand.playing()]
    hand.where.ring(ring)
    hand.where.evidence.cards_dealt(ring)
