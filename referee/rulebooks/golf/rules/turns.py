"""Turns: a card is drawn and swapped or discarded, or the top discard is taken and swapped."""

from __future__ import annotations

from referee.judging.findings import RECORD, VIOLATION, Breach
from referee.judging.kernel.acts import NEXT_HAND, Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.mechanics import ABANDONED
from referee.rulebooks.common.signs import EMPTY_DECK
from referee.rulebooks.golf.hand import GolfHand, GolfSeat
from referee.rulebooks.golf.signs import LAYS_NONE, LOOSE_END, NOT_PLAIN
from referee.rulebooks.golf.turns import (
    CLOSING_ACTS,
    LAYING,
    TAKING,
    TURN_ACTS,
    Standing,
    expected,
    passes_on,
    standing,
    stops_short,
)

shelf = RuleShelf("Turns")
rule = shelf.rule

_SHOWN_BY = (*TURN_ACTS, *CLOSING_ACTS, NEXT_HAND)
"""The events that show that a player has not laid down what they took."""


def _kept(hand: GolfHand, act: Act) -> GolfSeat | None:
    """Who has kept the one card that they took, as this event shows."""
    if act.type in TURN_ACTS:
        seat = passes_on(hand, act)
    else:
        given_up = act.event.get("why") == ABANDONED
        seat = None if given_up else stops_short(hand)
    return seat if seat is not None and len(seat.taken) == 1 else None


@rule("deck.empty", RECORD, on=("draw",), silences=True, signs=EMPTY_DECK)
def deck_empty(hand: GolfHand, act: Act) -> Verdict:
    """Nobody draws from an empty deck: the hand ends with the turn in which its last card was
    drawn.

    Right: Strike the line out: the hand ends with the turn of the last card.
    Source: rule text, Knock
    """
    if hand.cards.deck != 0:
        return None
    text = "There is no card left that {player} could draw."
    return Breach(None, text, {"player": act.seat.name})


@rule("turn.order", VIOLATION, on=TURN_ACTS, signs=NOT_PLAIN)
def turn_order(hand: GolfHand, act: Act) -> Verdict:
    """The player after the dealer begins, and the turn goes round in turn order. After a knock
    only those who still have a turn take one. After a turn that was taken out of order play
    goes on from the player who took it.

    Right: The player whose turn it is goes on, and the other one takes back what they did.
    Source: rule text, Four card Golf
    """
    if standing(hand, act) is not Standing.OUT_OF_TURN:
        return None
    is_late = hand.due is not None or hand.last_actor is act.seat
    if act.type == "knock" and (is_late or hand.knocked_before(act.seat) is not None):
        return None
    turn = expected(hand)
    return Breach(
        act.seat.name,
        "{player} acts out of turn: it is {expected}'s turn.",
        {"player": act.seat.name, "expected": turn.name if turn is not None else ""},
    )


@rule("turn.last", VIOLATION, on=TURN_ACTS, signs=NOT_PLAIN)
def turn_last(hand: GolfHand, act: Act) -> Verdict:
    """After a knock every other player has exactly one more turn, and the player who knocked
    has none.

    Right: Take the act back; only those who have not had their last turn go on.
    Source: rule text, Knock
    """
    if standing(hand, act) is not Standing.AFTER_LAST:
        return None
    text = "{player} has had the last turn of this hand."
    return Breach(act.seat.name, text, {"player": act.seat.name})


@rule("turn.draw", VIOLATION, on=TAKING, signs=NOT_PLAIN)
def turn_draw(hand: GolfHand, act: Act) -> Verdict:
    """A player takes one card a turn, from the deck or from the pile.

    Right: The second card goes back to where it came from.
    Source: rule text, Four card Golf
    """
    if standing(hand, act) is not Standing.SECOND:
        return None
    if act.type == "draw" and hand.cards.deck is None:
        # behind a gap the deck may be empty, and then that is told
        return None
    text = "{player} takes a second card in one turn."
    return Breach(act.seat.name, text, {"player": act.seat.name})


@rule("turn.discard", VIOLATION, on=_SHOWN_BY, signs=LOOSE_END)
def turn_discard(hand: GolfHand, act: Act) -> Verdict:
    """A drawn card is swapped for one of the four, or laid on the pile. Nobody swaps a card or
    lays one down without having drawn or taken one.

    Right: Whoever has drawn a card swaps or discards it, and only then the next player goes on.
    Source: rule text, Draw the top card from the stock
    """
    found = []
    seat = _kept(hand, act)
    if seat is not None and not seat.taken[0].from_pile:
        text = "{player} has drawn a card and neither swapped nor discarded it."
        found.append(Breach(seat.name, text, {"player": seat.name}))
    # behind a gap they may have taken one in it
    known = hand.turn is not None and not hand.unsure
    if act.type in LAYING and known and standing(hand, act) is Standing.IN_TURN:
        text = "{player} discards a card without having taken one."
        found.append(Breach(act.seat.name, text, {"player": act.seat.name}))
    return found


@rule("take.swap", VIOLATION, on=_SHOWN_BY, signs=LOOSE_END)
def take_swap(hand: GolfHand, act: Act) -> Verdict:
    """A player who takes the top discard must swap it for one of their four cards, and may not
    lay it back on the pile.

    Right: Swap the card that was taken for one of the four.
    Source: rule text, Draw the top card from the discard pile
    """
    seat = _kept(hand, act)
    if seat is not None and seat.taken[0].from_pile:
        text = "{player} has taken the discard and not swapped it for a card."
        return Breach(seat.name, text, {"player": seat.name})
    if act.type != "discard" or [one.from_pile for one in act.seat.taken] != [True]:
        return None
    if hand.begun_unseen:
        # behind a gap they may have drawn before, and lay down that card
        return None
    if hand.last_actor is act.seat and not hand.taken:
        # they have knocked with the card in their hand, which another rule has told
        return None
    text = "{player} has taken the discard and discards again."
    return Breach(act.seat.name, text, {"player": act.seat.name})


@rule("swap.discard", VIOLATION, on=("swap",), signs=LAYS_NONE)
def swap_discard(hand: GolfHand, act: Act) -> Verdict:
    """A card that is swapped in replaces one that goes on the pile, face up. Other rules judge a
    swap out of turn, and one without exactly one card taken.

    Right: Lay the replaced card on the pile, face up.
    Source: rule text, Draw the top card from the stock
    """
    is_plain = len(act.seat.taken) == 1
    if hand.blurred and hand.last_actor is act.seat:
        # they have knocked, and whether they held a card then nobody knows
        return None
    if "card" in act.event or not is_plain:
        return None
    text = "{player} swaps a card in and lays none on the pile."
    return Breach(act.seat.name, text, {"player": act.seat.name})
