"""The end of a hand, payments, and cards shown."""

from __future__ import annotations

from typing import Final

from referee.judging.account import Payment
from referee.judging.findings import Undecided
from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import OVER, Hand
from referee.rulebooks.desmoche.mechanics.showing import learn_shown
from referee.rulebooks.desmoche.money.declarations import taken_on_trust
from referee.rulebooks.desmoche.records import Outcome
from referee.rulebooks.desmoche.seat import Seat
from referee.rulebooks.desmoche.unknown import END, PAST, TABLE, USED

NOBODY_WON: Final = ("stock_empty", "everybody_out")
"""Why a hand is over, as tables write it, without anybody having won."""


def look_for_a_win(hand: Hand, seat: Seat, seq: int) -> None:
    """Ten cards in valid melds and an empty hand win, without paying."""
    if hand.reached_ten(seat):
        hand.stage = OVER
        hand.outcome = Outcome("melds", seq, seat, melds=tuple(seat.melds))
        seat.owes, seat.debts, hand.unpaid = 0, 0, None
    elif seat.unknown & TABLE or hand.ten_are_melded(seat):
        hand.doubt_who_won(seat)


def win(hand: Hand, act: Act) -> None:
    """A called win changes nothing where the cards decide; after a gap it is taken at its word."""
    seat = act.seat
    if seat is None or hand.stage == OVER:
        hand.win_called |= seat is not None and seat is hand.outcome.winner
        return
    hand.act = None
    if not ((seat.unknown & TABLE or hand.perhaps_won is seat) and seat.plays):
        return
    hand.leave_open(END)
    hand.stage, hand.win_called = OVER, True
    hand.outcome = Outcome("melds", act.seq, seat, melds=tuple(seat.melds))
    question = "Did {player} have ten cards in melds when the win was called?"
    would_decide = "how the melds of {player} lay after the gap in the record"
    facts = {"player": seat.name}
    hand.undecided.append(
        Undecided(act.seq, hand.number, "win.false", seat.name, question, would_decide, facts)
    )


def go_on(hand: Hand, act: Act) -> None:
    """Play goes on after a meld that may have won. Who pays for it has not won; otherwise that
    stays open."""
    if act.seat is not hand.perhaps_won or act.type not in ("pay", "discard"):
        hand.leave_open(END)
        if hand.unpaid is not None:
            hand.unpaid.owing_told = True
        hand.unpaid = None
    hand.perhaps_won = None


def doubt_the_win(hand: Hand) -> None:
    """Play goes on after the hand was won. If the win was taken on trust, it is open whether it was
    one, and so whether any of this counts."""
    if hand.outcome.kind == "undecided" or not taken_on_trust(hand):
        return
    hand.outcome = Outcome("undecided", hand.outcome.event)
    hand.leave_open(PAST | END)
    for seat in hand.seats:
        hand.leave_shows_open(seat)


def show(hand: Hand, act: Act) -> None:
    """A player shows cards: for a side game, or their hand at the end."""
    if act.seat is not None:
        learn_shown(hand, act.seat, act)
        act.seat.showings += ((act.seq, act.cards),)


def end(hand: Hand, act: Act) -> None:
    """The log says that the hand is over. After a gap that hides how many cards are left, a table
    that writes that the deck ran out, or that everybody is out, is believed: nobody has won."""
    hand.end_written = True
    lost = bool(hand.unknown & PAST) and hand.deck is None
    finish(hand, act.seq, said_so=lost and act.event.get("why") in NOBODY_WON)


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
    and nobody knows who would have won. ``said_so``: the log says that nobody has."""
    if hand.stage == OVER:
        return
    hand.act = None
    if hand.offer is not None:
        hand.offer.early = ()
    ran_out = hand.out_of_cards and hand.perhaps_won is None
    if ran_out and hand.unknown and not hand.forced_for_nothing:
        # the last card may have been used, and its payment be to come
        ran_out = not any(seat.unknown & USED for seat in hand.seats)
    if hand.unknown & END and hand.offer is not None and not hand.offer.card:
        # the last card came where nobody wrote, and may have won
        ran_out = False
    nobody_won = said_so or ran_out
    hand.stage, kind = OVER, "none" if nobody_won else "undecided"
    hand.outcome = Outcome(kind, None if hand.untold and not hand.sights else seq)


def payment(hand: Hand, act: Act) -> None:
    """Money changes hands after the hand, between players or with the middle."""
    if not hand.unknown & END or hand.out_of_cards or hand.untold:
        conclude(hand, act.seq)
    if act.stranger:
        hand.payments_unclear = True
    event = act.event
    giver, taker = _as_seated(hand, event["from"]), _as_seated(hand, event["to"])
    hand.payments.append(Payment(act.seq, giver, taker, event["amount"]))


def _as_seated(hand: Hand, name: str) -> str:
    return hand.known(name) or name
