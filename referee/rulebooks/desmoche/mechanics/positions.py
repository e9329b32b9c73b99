"""Positions: the table as somebody says that it stands, at any place in a hand."""

from __future__ import annotations

from referee.rulebooks.desmoche.acts import Act
from referee.rulebooks.desmoche.hand import OVER, PLAYING, Hand
from referee.rulebooks.desmoche.mechanics import turns
from referee.rulebooks.desmoche.mechanics.gaps import begin_play_unseen, gap
from referee.rulebooks.desmoche.mechanics.leaving import leave_play
from referee.rulebooks.desmoche.reading import READERS
from referee.rulebooks.desmoche.seat import WITHDRAWN, Seat
from referee.rulebooks.desmoche.unknown import STANDING, TURN


def position(hand: Hand, act: Act) -> None:
    """Take the table as it is said to stand. What is not said is open, as behind a gap."""
    gap(hand, act)
    event = act.event
    if hand.stage == OVER:
        return
    if hand.stage < PLAYING:
        begin_play_unseen(hand)
    if "out" in event:
        out = [hand.find(name) for name in event["out"]]
        for seat in hand.seats:
            seat.unknown &= ~STANDING
            if seat in out and seat.plays:
                leave_play(hand, seat, WITHDRAWN, act.seq)
    turn = hand.find(event.get("turn", ""))
    if turn is not None:
        hand.last_layer = _before(hand, turn)
        hand.unknown &= ~TURN
    if "offer" in event:
        _offer(hand, act, turn)
    owing = hand.find(event.get("owes", ""))
    if owing is not None:
        owing.owes, hand.unpaid = act.seq, owing


def _before(hand: Hand, seat: Seat) -> Seat:
    """Return the player before this one of those who play."""
    order = [*hand.after(seat), seat]
    return next(one for one in reversed(order[:-1]) if one.plays or one is order[0])


def _offer(hand: Hand, act: Act, turn: Seat | None) -> None:
    """A card lies on the pile, or its drawer has not decided about it yet."""
    offered = act.event["offer"]
    seat = hand.find(offered["from"])
    if seat is None:
        return
    if hand.deck is not None:
        hand.deck += 1  # the deck is told as it is with this card drawn
    line = {"player": seat.name, "card": offered["card"]}
    turns.draw(hand, READERS["draw"](hand, act.seq, {"type": "draw", **line}))
    if turn is not seat:
        turns.lay(hand, READERS["discard"](hand, act.seq, {"type": "discard", **line}))
    assert hand.offer is not None
    hand.offer.drawn = offered.get("drawn", True)
