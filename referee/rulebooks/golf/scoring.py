"""What a hole comes to: the four cards of each player, and what the knocker pays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.judging.kernel.hands import UNDECIDED
from referee.rulebooks.common.closing import Score
from referee.rulebooks.common.scoring import fewest, open_points, scored, written_points
from referee.rulebooks.golf.hand import KNOCK, STOCK_EMPTY, GolfHand
from referee.rulebooks.golf.points import PENALTIES, points_of


def settle(hand: GolfHand) -> Score:
    """What the hole comes to as its record stands."""
    counted = _counted(hand)
    scores = _holding(hand, counted)
    return Score(scores=scores, counted=counted, questions=open_points(hand, scores))


def name_winner(hand: GolfHand) -> None:
    """The only one with the fewest points has won the hole."""
    if hand.outcome.kind in (KNOCK, STOCK_EMPTY):
        lowest = fewest(_holding(hand, _counted(hand)))
        winner = lowest[0] if len(lowest) == 1 else None
        hand.outcome = replace(hand.outcome, winner=winner)


def _holding(hand: GolfHand, counted: Mapping[str, int | None]) -> dict[str, int | None]:
    """The points that hold; where the words of the players contradict each other, none of them is
    believed."""
    return {**scored(hand, counted), **dict.fromkeys(at_odds(hand))}


def at_odds(hand: GolfHand) -> tuple[str, ...]:
    """Those whose points were written down so that not all of them can be right, the knocker first:
    whether they pay for their knock is not what the others have, of whom not all cards are known.
    """
    knocker, counted = hand.knocker, _of_the_cards(hand)
    if knocker is None or hand.knock_unsure or hand.abandoned:
        return ()
    if (own := counted[knocker.name]) is None:
        return ()
    others = {name: points for name, points in counted.items() if name != knocker.name}
    unseen = [name for name, points in others.items() if points is None]
    words = [written_points(hand, name) for name in (knocker.name, *unseen)]
    surely_pays = any(points is not None and points < own for points in others.values())
    if surely_pays or not unseen or None in words:
        return ()
    said, *theirs = [points for points in words if points is not None]
    dear = _with_penalty(hand, own)
    right = dear if min(theirs) < own else own
    return (knocker.name, *unseen) if said in {own, dear} - {right} else ()


def _counted(hand: GolfHand) -> dict[str, int | None]:
    """The points as the cards give them, with what the knocker pays."""
    if hand.abandoned:
        return {}
    counted = _of_the_cards(hand)
    knocker = hand.knocker.name if hand.knocker and not hand.knock_unsure else None
    if knocker is None and hand.misses_a_knock:
        knocker = _unseen_knocker(hand, counted)
    if knocker is not None:
        return {**counted, knocker: _of_the_knocker(hand, knocker, counted)}
    if hand.misses_a_knock:
        return {player: _if_he_knocked(hand, player, counted) for player in counted}
    return counted


def _of_the_cards(hand: GolfHand) -> dict[str, int | None]:
    """What the cards of each count. How they lie is not certain where the record ends a hole before
    its cards do, or where one was perhaps moved, unless they are turned up then."""
    cancel = hand.house["pairs"] == "cancel"
    ended = hand.outcome.kind != UNDECIDED
    return {
        seat.name: points_of(seat.layout, pairs_cancel=cancel)
        if seat.shown or (ended and not seat.perhaps_moved)
        else None
        for seat in hand.seats
    }


def _unseen_knocker(hand: GolfHand, counted: Mapping[str, int | None]) -> str | None:
    """Who must have knocked, by what was written down as their points, where the knock itself may
    be missing in the record."""
    paid = [
        player
        for player, own in counted.items()
        if own is not None and written_points(hand, player) == _with_penalty(hand, own) != own
    ]
    return paid[0] if len(paid) == 1 else None


def _if_he_knocked(hand: GolfHand, player: str, counted: Mapping[str, int | None]) -> int | None:
    """The points of somebody who may have knocked unseen; None if they pay more then, and nothing
    tells whether they did."""
    own, if_knocked = counted[player], _of_the_knocker(hand, player, counted)
    return own if if_knocked == own or written_points(hand, player) is not None else None


def _with_penalty(hand: GolfHand, own: int) -> int:
    times, more = PENALTIES[hand.house["knock_penalty"]]
    return own * times + more


def _of_the_knocker(hand: GolfHand, knocker: str, counted: Mapping[str, int | None]) -> int | None:
    """The points of whoever knocked; None as long as nobody knows whether they pay for it."""
    own, option = counted[knocker], hand.house["knock_penalty"]
    others = [points for player, points in scored(hand, counted).items() if player != knocker]
    if own is None or option == "none":
        return own
    if knocker in at_odds(hand):
        return None
    if any(points is not None and points < own for points in others):
        return _with_penalty(hand, own)
    return None if None in others else own
