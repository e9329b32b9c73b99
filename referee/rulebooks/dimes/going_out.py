"""Going out: whether somebody who lays down their cards is out, and if not, what is wrong."""

from __future__ import annotations

from typing import Final

from referee.cards.deck import UNRECORDED
from referee.judging.account import THE_MIDDLE
from referee.judging.kernel.acts import NEXT_HAND, Act
from referee.rulebooks.common.mechanics import ABANDONED
from referee.rulebooks.dimes.arranging import MOST_CARDS, arrange
from referee.rulebooks.dimes.hand import OUT, DimesHand
from referee.rulebooks.dimes.seats import GoingOut, Player

PLAYS_ON: Final = "plays on"
ON_TRUST: Final = "on trust"
FALSE: Final = "false"
EARLY: Final = "early"
WRONG: Final = "wrong"
"""Something of it was told before, or would be if all cards were recorded."""


def by_discard(hand: DimesHand, act: Act) -> str:
    """What somebody's going-out comes to who discards now."""
    seat: Player = act.seat
    going = hand.going(seat)
    if going is None and not seat.melds:
        return PLAYS_ON
    count = seat.holding.count
    if count is not None and hand.takes_back(act):
        # The card comes from the player's meld, so all that they hold is left to them.
        count += 1
    left = None if count is None else max(count - 1 - seat.vague, 0)
    if going is None:
        out = count is not None and count <= 1 and hand.in_turn(seat)
        return OUT if out else PLAYS_ON
    if going.told:
        mended = left == 0 and all(lying.good for lying in seat.melds)
        return OUT if mended else WRONG
    if not going.laid:
        return on_their_word(hand, seat, act.event["card"]) if going.called else WRONG
    if left is None:
        enough = len(seat.laid) >= hand.each
        return OUT if enough else ON_TRUST if going.called else PLAYS_ON
    if left and may_lie_badly(seat):
        return WRONG
    if left:
        return FALSE if going.called else EARLY
    return OUT


def on_their_word(hand: DimesHand, seat: Player, discarded: str = "") -> str:
    """What it comes to if somebody says that they are out and their melds are not written down:
    only cards that are known can prove it or belie it."""
    cards = seat.all_cards
    if cards is None or seat.vague or (discarded and discarded not in cards):
        return ON_TRUST
    if discarded:
        cards.remove(discarded)
    if len(cards) > MOST_CARDS:
        return ON_TRUST
    return FALSE if arrange(cards, hand.rules_of_round).left else OUT


def rests_on_unseen(seat: Player, discarded: str) -> bool:
    """Whether a discard that puts somebody out would not do so if what was not recorded was other
    than it may be: cards of their melds, how many they held, or the discard."""
    return seat.holding.count is None or UNRECORDED in seat.laid or discarded == UNRECORDED


def may_lie_badly(seat: Player) -> bool:
    """Whether something that a player laid may be no meld: a card of it was not recorded. Then
    nobody knows what is wrong with their going out."""
    return UNRECORDED in seat.laid


def owes_a_discard(going: GoingOut) -> bool:
    """Whether all that is missing to somebody's going-out is the discard."""
    count = going.seat.holding.count
    few = count is not None and count <= 1 + going.seat.vague
    return bool(going.called) or (going.laid and few)


def unfinished(hand: DimesHand, act: Act) -> GoingOut | None:
    """A going-out without a discard, where this event shows that none comes any more."""
    going = hand.going_out
    if going is None or going.stands or hand.over or may_lie_badly(going.seat):
        return None
    if not _shows_the_end(going, act):
        return None
    return going


def _shows_the_end(going: GoingOut, act: Act) -> bool:
    match act.type:
        case "draw" | "take":
            return act.seat is not going.seat
        case "meld":
            return act.seat is not going.seat and owes_a_discard(going)
        case "payment":
            return bool(act.event["from"] == THE_MIDDLE)
        case "end":
            return act.event.get("why") != ABANDONED
    return act.type in ("show", "score", NEXT_HAND)


def lets_stand(hand: DimesHand, act: Act) -> bool:
    """Whether a table that does this takes somebody for out, right or wrong."""
    going = hand.going_out
    if going is None or hand.over or act.type in ("draw", "take"):
        return False
    if act.type == "meld" and going.stands:
        return act.seat is not going.seat
    return _shows_the_end(going, act)
