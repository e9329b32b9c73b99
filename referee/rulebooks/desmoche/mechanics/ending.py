"""The end of a hand, payments, cards shown, and gaps in the record."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards.deck import BITS
from referee.judging.findings import Undecided
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import (
    BETTING,
    DEALT,
    OVER,
    PLAYING,
    Hand,
    Offer,
    Outcome,
    Payment,
    Seat,
)
from referee.rulebooks.desmoche.hidden.evidence import DECK_PLACE, GAP, LAID, UNCOUNTED
from referee.rulebooks.desmoche.mechanics.showing import learn_shown


def win(hand: Hand, act: Act) -> None:
    """A called win changes nothing where the cards decide; after a gap it is taken at its word."""
    seat = act.seat
    if seat is None or hand.stage == OVER:
        return
    hand.act = None
    if not (seat.table_blurred and seat.plays):
        return
    hand.stage = OVER
    hand.outcome = Outcome("melds", act.seq, seat, melds=tuple(seat.melds))
    question = "Did {player} have ten cards in melds when the win was called?"
    would_decide = "how the melds of {player} lay after the gap in the record"
    facts = {"player": seat.name}
    hand.undecided.append(
        Undecided(act.seq, hand.number, "win.false", seat.name, question, would_decide, facts)
    )


def show(hand: Hand, act: Act) -> None:
    """A player shows cards: for a side game, or his hand at the end."""
    if act.seat is not None:
        learn_shown(hand, act.seat, act)
        act.seat.showings.append((act.seq, act.cards))


def end(hand: Hand, act: Act) -> None:
    """The log says that the hand is over."""
    unknown = hand.blurred and hand.deck is None
    finish(hand, act.seq, said_so=unknown and act.event.get("why") != "abandoned")


def conclude(hand: Hand, seq: int) -> None:
    """Another event shows that the hand is over. If the deck ran out, what decided it was the
    last word to the last card that came to the pile."""
    offer = hand.offer
    if hand.out_of_cards:
        # where the last card was free, nothing is on offer, and that meld was the last act
        seq = hand.sights[-1][1] if offer is None else offer.last_word or offer.event
    finish(hand, seq)


def finish(hand: Hand, seq: int, said_so: bool = False) -> None:
    """The hand ends though nobody has won: because the deck ran out, or because the log says so
    and nobody knows who would have won. ``said_so``: after a gap, the log says that nobody has."""
    if hand.stage == OVER:
        return
    hand.act = None
    nobody_won = (hand.out_of_cards and hand.perhaps_won is None) or said_so
    hand.stage, kind = OVER, "none" if nobody_won else "undecided"
    hand.outcome = Outcome(kind, seq)


def payment(hand: Hand, act: Act) -> None:
    """Money changes hands after the hand, between players or with the middle."""
    if not hand.blurred or hand.out_of_cards:
        conclude(hand, act.seq)
    if act.stranger:
        hand.payments_unclear = True
    giver, taker = (_as_seated(hand, act.event[side]) for side in ("from", "to"))
    hand.payments.append(Payment(giver, taker, act.event["amount"], act.seq))


def _as_seated(hand: Hand, name: str) -> str:
    return hand.known(name) or name


def gap(hand: Hand, act: Act) -> None:
    """Something was not written down: what it can have changed is unknown from here on."""
    hand.blurred = hand.turn_open = True
    if hand.stage == BETTING and act.event.keys().isdisjoint({"melds", "stock"}):
        return
    hand.deck = act.event.get("stock")
    _note_gap(hand)
    hand.act = hand.unpaid = None
    if hand.offer is not None and hand.offer.card:
        # it may be on offer still, or have been used: nothing more is said about this card
        hand.doubtful |= hand.offer.card
        hand.visible &= ~hand.offer.card
    hand.offer = Offer(0, None, act.seq, drawn=False, held=False)
    told = act.event.get("melds", {})
    if hand.draws or told or hand.deck is not None:
        _play_has_begun(hand)
    hand.stage = max(hand.stage, DEALT)
    for seat in hand.seats:
        seat.owes, seat.debts, seat.owing_told, seat.fewest = 0, 0, False, 0
        seat.most += 1
        seat.table_blurred = True
    for name, melds in told.items():
        named = hand.find(name)
        if named is not None:
            _lay_as_told(hand, named, melds, act.seq)


def _note_gap(hand: Hand) -> None:
    evidence = hand.where.evidence
    if not evidence.dealt_at:
        evidence.cards_dealt([seat.place for seat in hand.seats])
    evidence.play_begins()
    evidence.note(GAP, DECK_PLACE, other=UNCOUNTED if hand.deck is None else hand.deck)


def _play_has_begun(hand: Hand) -> None:
    hand.stage = PLAYING
    hand.first_drawer = hand.first_drawer or hand.seats[0]
    hand.last_layer = hand.last_layer or hand.seats[0]
    hand.draws = max(hand.draws, 2)


def _lay_as_told(hand: Hand, seat: Seat, melds: Iterable[list[str]], seq: int) -> None:
    seat.melds, seat.table, seat.table_blurred = [], 0, False
    for names in melds:
        lying = 0
        for text in names:
            lying |= BITS.get(text) or hand.new_blank()
        seat.melds.append(lying)
        seat.table |= lying
    if seat.table:
        seat.melded_at = seat.melded_at or seq
    seat.fewest = 9 - seat.table.bit_count()
    # forced cards that were free lie on the table and left no other card
    free = hand.house["forced_pay"] == "free" and hand.house["forced_cards"] != "off"
    seat.most = seat.most if free else seat.fewest + 1
    hand.where.evidence.note(LAID, seat.place, seat.table)
    hand.visible |= seat.table
    hand.see(seat.table, seq, moved=False)
