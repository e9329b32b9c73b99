"""How turns begin and end, and the hole with the last of them."""

from __future__ import annotations

from referee.cards.deck import UNRECORDED
from referee.judging.kernel.acts import Act
from referee.judging.kernel.hands import UNDECIDED
from referee.rulebooks.common.hands import Outcome
from referee.rulebooks.golf.hand import (
    KNOCK,
    STOCK_EMPTY,
    GolfHand,
    GolfSeat,
    Interrupted,
    unseen,
)
from referee.rulebooks.golf.scoring import name_winner
from referee.rulebooks.golf.turns import (
    LAYING,
    TAKING,
    TURN_ACTS,
    Standing,
    is_aside,
    passed_over,
    perhaps_too_late,
    standing,
)


def begin(hand: GolfHand, act: Act) -> bool:
    """Begin the turn of whoever acts, if they have not begun it. False where the hole is over
    with the turn of the player before, so that nothing comes of the act."""
    seat: GolfSeat = act.seat
    how = standing(hand, act)
    hand.unlaid = None
    if how in (Standing.LAYS_DOWN, Standing.SECOND):
        return True
    if how is Standing.MAKES_UP:
        hand.undrawn = None
        hand.uncounted -= 1
        return True
    if is_aside(hand, act):
        return True
    understand_turn_up(hand)
    perhaps = hand.unsure and hand.taken and seat is not hand.turn
    comes_between = how in (Standing.OUT_OF_TURN, Standing.AFTER_LAST) or perhaps
    stood = _as_it_stands(hand) if comes_between and act.type in TAKING else None
    before = hand.turn if hand.taken else None
    if how is Standing.OUT_OF_TURN:
        skipped = passed_over(hand, seat)
        hand.uncounted += len(skipped)
        if hand.due is not None:
            hand.passed_over += skipped
    hand.perhaps_ended = hand.perhaps_ended or perhaps_too_late(hand, act)
    for other in hand.seats:
        if other.taken:
            _lose_track(hand, other)
    if before is not None:
        finish_turn(hand, before, act.seq)
        if hand.over:
            return False
    if act.type in LAYING:
        hand.uncounted += 1
        # nobody knows which of their cards they have moved, and what they have put there
        hand.doubtful |= {*seat.layout} - {UNRECORDED}
        seat.perhaps_moved = True
    seat.turns += 1
    hand.interrupted = stood
    hand.undrawn = seat if act.type in LAYING else None
    hand.begun, hand.last_actor = True, None
    hand.unsure = hand.blurred and (hand.unsure or hand.turn is None)
    hand.turn, hand.taken = seat, False
    return True


def _lose_track(hand: GolfHand, seat: GolfSeat) -> None:
    """Nobody knows where the card went that a player has not laid down, nor, if they have laid it
    on the pile or swapped it in, what lies on top of the pile."""
    if seat.taken:
        hand.doubtful |= hand.untracked(seat)
        hand.cards.pile.append(UNRECORDED)
        seat.perhaps_moved = seat.perhaps_moved or not all(one.perhaps for one in seat.taken)
        seat.taken.clear()


def _as_it_stands(hand: GolfHand) -> Interrupted | None:
    if hand.turn is None:
        return None
    return Interrupted(
        turn=hand.turn,
        holding=list(hand.turn.taken),
        due=None if hand.due is None else list(hand.due),
        passed_over=list(hand.passed_over),
        last_actor=hand.last_actor,
        uncounted=hand.uncounted,
        deck=hand.cards.deck,
        pile=list(hand.cards.pile),
        last_card_drawn=hand.last_card_drawn,
    )


def understand_going_back(hand: GolfHand, act: Act) -> None:
    """When the player goes on into whose turn another one came, that one has put back the card that
    they took out of turn."""
    before = hand.interrupted
    if before is None or act.seat is not before.turn or act.type not in TURN_ACTS:
        return
    if before.holding and act.type not in LAYING:
        return
    intruder = hand.turn
    if intruder is None:
        return
    hand.interrupted = None
    # it is not certain that they did
    hand.doubtful |= hand.untracked(intruder)
    intruder.perhaps_moved = True
    intruder.taken.clear()
    intruder.turns -= 1
    hand.turn, hand.taken = before.turn, bool(before.holding)
    hand.turn.taken = before.holding
    hand.due, hand.passed_over, hand.last_actor = before.due, before.passed_over, before.last_actor
    hand.uncounted = before.uncounted + 1
    hand.cards.deck, hand.cards.pile = before.deck, before.pile
    hand.last_card_drawn = before.last_card_drawn


def finish_turn(hand: GolfHand, seat: GolfSeat, seq: int) -> None:
    """A player's turn is over, and with the last one the hole. Behind a gap that may hide a knock
    it may have been the last one, too."""
    hand.last_actor, hand.interrupted, hand.begun_unseen = seat, None, False
    if hand.due is not None and seat in hand.due:
        hand.due.remove(seat)
    if hand.due is not None and not hand.due:
        finish(hand, KNOCK, seq)
    elif hand.last_card_drawn:
        finish(hand, STOCK_EMPTY, seq)
    else:
        knows = not hand.blurred or hand.due is not None
        hand.turn, hand.taken = hand.next_after(seat) if knows else None, False


def finish(hand: GolfHand, kind: str, seq: int) -> None:
    """The hole is over; with the last card of the stock, or with the last turn after a knock that a
    gap may hide."""
    if hand.perhaps_ended or (kind == STOCK_EMPTY and hand.blurred and hand.due is None):
        kind = UNDECIDED
    hand.finish(Outcome(kind, seq))
    name_winner(hand)


def close(hand: GolfHand, seq: int) -> None:
    """The table says that the hole is over. Where the cards do not say so, too, nobody knows which
    they are now."""
    if hand.over:
        return
    hand.astray = None
    conclude(hand, seq)
    for seat in hand.seats:
        _lose_track(hand, seat)
    if hand.outcome.kind == UNDECIDED:
        hand.cards.pile = [UNRECORDED]
        for seat in hand.seats:
            seat.layout = unseen()


def conclude(hand: GolfHand, seq: int) -> None:
    """The hole is over as it stands."""
    finish(hand, hand.closed_by(hand.turn if hand.taken else None) or UNDECIDED, seq)


def understand_turn_up(hand: GolfHand) -> None:
    """A card lies on the pile when play begins, also if nobody wrote down which."""
    if not hand.turned_up:
        hand.turned_up = True
        hand.cards.leave_deck()
        hand.cards.pile.append(UNRECORDED)
