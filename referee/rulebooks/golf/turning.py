"""How turns begin and end, and the hole with the last of them."""

from __future__ import annotations

from referee.cards import UNRECORDED
from referee.rulebooks.common.acts import Act
from referee.rulebooks.common.hands import UNDECIDED, Outcome
from referee.rulebooks.golf.hand import KNOCK, STOCK_EMPTY, GolfHand, GolfSeat, unseen
from referee.rulebooks.golf.scoring import name_winner
from referee.rulebooks.golf.turns import LAYING, Standing, is_aside, passed_over, standing


def begin(hand: GolfHand, act: Act) -> bool:
    """Begin the turn of whoever acts, if he has not begun it. False where the hole is over with
    the turn of the player before, so that nothing comes of the act."""
    seat: GolfSeat = act.seat
    how = standing(hand, act)
    hand.unlaid = None
    if how in (Standing.LAYS_DOWN, Standing.SECOND):
        return True
    if is_aside(hand, act):
        return True
    understand_turn_up(hand)
    before = hand.turn if hand.taken else None
    if how is Standing.OUT_OF_TURN:
        skipped = passed_over(hand, seat)
        hand.uncounted += len(skipped)
        if hand.due is not None:
            hand.passed_over += skipped
    for other in hand.seats:
        other.taken.clear()
    if before is not None:
        finish_turn(hand, before, act.seq)
        if hand.over:
            return False
    if act.type in LAYING:
        hand.uncounted += 1
    seat.turns += 1
    hand.begun, hand.last_actor = True, None
    hand.turn, hand.taken = seat, False
    return True


def finish_turn(hand: GolfHand, seat: GolfSeat, seq: int) -> None:
    """A player's turn is over, and with the last one the hole."""
    hand.last_actor = seat
    if hand.due is not None and seat in hand.due:
        hand.due.remove(seat)
    if hand.due is not None and not hand.due:
        finish(hand, KNOCK, seq)
    elif hand.last_card_drawn:
        finish(hand, STOCK_EMPTY, seq)
    else:
        hand.turn, hand.taken = hand.next_after(seat), False


def finish(hand: GolfHand, kind: str, seq: int) -> None:
    """The hole is over."""
    hand.finish(Outcome(kind, seq))
    name_winner(hand)


def close(hand: GolfHand, seq: int) -> None:
    """The table says that the hole is over. Where the cards do not say so, too, nobody knows which
    they are now."""
    if hand.over:
        return
    conclude(hand, seq)
    if hand.outcome.kind == UNDECIDED:
        hand.cards.pile = [UNRECORDED]
        for seat in hand.seats:
            seat.layout = unseen()
            seat.taken.clear()


def conclude(hand: GolfHand, seq: int) -> None:
    """The hole is over as it stands."""
    finish(hand, hand.closed_by(hand.turn if hand.taken else None) or UNDECIDED, seq)


def understand_turn_up(hand: GolfHand) -> None:
    """A card lies on the pile when play begins, also if nobody wrote down which."""
    if not hand.turned_up:
        hand.turned_up = True
        hand.cards.leave_deck()
        hand.cards.pile.append(UNRECORDED)
