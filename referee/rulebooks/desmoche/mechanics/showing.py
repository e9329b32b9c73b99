"""Cards that leave a hand, or are shown from it: what everybody learns by that."""

from __future__ import annotations

from typing import Final

from referee.cards.deck import DECK
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import PLAYING, Hand
from referee.rulebooks.desmoche.hidden.evidence import HIDDEN, LEFT, MIXED, blanks_in
from referee.rulebooks.desmoche.hidden.evidence import SHOWN as SEEN_IN_HAND
from referee.rulebooks.desmoche.melds import that_may_have
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import TABLE

NINE: Final = 9


def leave_hand(hand: Hand, seat: Seat, cards: int, act: Act) -> None:
    """Cards come from a player's hand into the open, and so were in it from the Cambio on."""
    gone = (cards & ~act.picked if act.picked else cards).bit_count()
    seat.fewest -= gone
    seat.most -= gone
    hand.visible |= cards
    sight = (cards, act.seq, True)
    seat.sights.append(sight)
    hand.sights.append(sight)
    in_doubt = hand.unknown or hand.blanks or hand.doubtful or seat.picked
    if in_doubt or act.misplaced or act.picked:
        _learn_what_left(hand, seat, cards, act)
    else:
        where = hand.where
        where.evidence.note(LEFT, seat.place, cards)
        where.find(cards, where.held[seat.place])


def _learn_what_left(hand: Hand, seat: Seat, cards: int, act: Act) -> None:
    """Not every card need come from the hand: something is open, or cards are in two places."""
    hand.doubtful |= act.misplaced
    hand.laid |= act.picked
    _note_what_left(hand, seat, cards, act)
    if cards > DECK:
        hand.leave_shows_open(seat, (cards & ~DECK).bit_count())
    if not act.vague:
        elsewhere = act.picked | seat.picked | hand.doubtful | act.unclear
        hand.where.find(cards & DECK & ~elsewhere, hand.where.held[seat.place])


def _note_what_left(hand: Hand, seat: Seat, cards: int, act: Act) -> None:
    evidence = hand.where.evidence
    evidence.contradicted |= act.misplaced
    if act.picked:
        evidence.note(HIDDEN, seat.place, act.picked)
    if act.vague:
        if act.type != "meld":
            _note_one_from_elsewhere(hand, seat, cards)
        return
    unread = cards & ~DECK
    perhaps = unread & -unread if act.perhaps_used else 0
    evidence.note_more(LEFT, seat.place, cards & ~act.unclear, perhaps=perhaps)
    if perhaps:
        evidence.doubt(seat.place)
    elif act.unclear and act.perhaps_used and not act.ways:
        _note_one_from_elsewhere(hand, seat, act.unclear)
        evidence.doubt(seat.place)


def _note_one_from_elsewhere(hand: Hand, seat: Seat, cards: int) -> None:
    """All these cards came from the hand but for one at the most, which may have lain open where
    nobody recorded it: in the player's own melds, where only one of them can have it."""
    melds = that_may_have(seat.melds, cards, hand.house)
    unread = min(blanks_in(melds[0])) if len(melds) == 1 else hand.new_blank()
    hand.where.evidence.note_more(MIXED, seat.place, cards, blanks=unread, perhaps=unread)


def learn_shown(hand: Hand, seat: Seat, act: Act) -> None:
    """Shown cards stay in the hand, but everybody knows of them."""
    listed = NINE if act.type == "declare" else len(act.event.get("cards", ()))
    if act.cards.bit_count() < listed:
        hand.leave_shows_open(seat, listed - act.cards.bit_count())
        seat.shown_unread += listed - act.cards.bit_count()
    hand.doubtful |= act.misplaced
    hand.laid |= act.picked
    elsewhere = seat.picked | act.picked | hand.doubtful | hand.visible
    where = hand.where
    after_the_cambio = seat.passed or hand.stage >= PLAYING
    places = where.held[seat.place] if after_the_cambio else where.dealt[seat.place]
    hand.where.evidence.contradicted |= act.misplaced
    fresh = act.cards & ~seat.exposed
    if not seat.unknown & TABLE:
        hand.where.evidence.note(SEEN_IN_HAND, seat.place, fresh & ~elsewhere)
    sight = (fresh, act.seq, False)
    seat.sights.append(sight)
    hand.sights.append(sight)
    if not seat.unknown & TABLE:
        where.find(fresh & ~elsewhere, places)
