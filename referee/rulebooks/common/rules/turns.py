"""Whose turn it is: a card is taken, and one is laid down for it."""

from __future__ import annotations

from typing import Any

from referee.judging.findings import RECORD, VIOLATION, Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.hands import PileHand
from referee.rulebooks.common.signs import EMPTY_DECK, OUT_OF_STEP, OUT_OF_TURN

AnyHand = PileHand[Any, Any]

shelf: RuleShelf = RuleShelf("Turns")
rule = shelf.rule


def forgot_to_discard(hand: AnyHand, act: Act) -> bool:
    """Whether the next player acts where the one before has not laid down a card."""
    return hand.taken and hand.turn is not None and act.seat is hand.after(hand.turn)


def is_open(hand: AnyHand, act: Act) -> bool:
    """Whether a gap leaves open whether an act is in turn; so does a card that nobody recorded, if
    the hand may be over with what was laid down."""
    again = act.type == "discard" and act.seat is not None and act.seat is hand.first_again
    may_be_over = hand.blurred and hand.taken and hand.perhaps_over
    return hand.turn is None or hand.unsure or again or may_be_over


@rule("turn.order", VIOLATION, on=("draw", "take", "discard"), signs=OUT_OF_TURN)
def turn_order(hand: AnyHand, act: Act) -> Verdict:
    """The players have their turns one after another, in turn order. After a turn that was taken
    out of order play goes on from whoever took it.

    Right: The player whose turn it is goes on, and the other one takes back what they did.
    Source: the rule text
    """
    turn, seat = hand.turn, act.seat
    if turn is None or seat is None or is_open(hand, act):
        return None
    expected = turn.name
    if seat is turn or forgot_to_discard(hand, act) or hand.mends(act):
        return None
    return Breach(
        seat.name,
        "{player} acts out of turn: it is {expected}'s turn.",
        {"player": seat.name, "expected": expected},
    )


@rule("turn.draw", VIOLATION, on=("draw", "take"), signs=OUT_OF_STEP)
def turn_draw(hand: AnyHand, act: Act) -> Verdict:
    """A player takes one card a turn, from the deck or from the pile.

    Right: The second card goes back to where it came from.
    Source: the rule text
    """
    turn = hand.turn
    if turn is None or not hand.taken or act.seat is not turn or hand.mends(act):
        return None
    if hand.may_go_back:
        return None
    return Breach(turn.name, "{player} takes a second card in one turn.", {"player": turn.name})


@rule("turn.discard", VIOLATION, on=("draw", "take", "discard"), signs=OUT_OF_STEP)
def turn_discard(hand: AnyHand, act: Act) -> Verdict:
    """A player discards a card for the one they have taken, and none without having taken one.

    Right: Whoever has taken a card discards one, and only then the next player takes one.
    Source: the rule text
    """
    turn = hand.turn
    if turn is None or is_open(hand, act):
        return None
    if act.type != "discard":
        text = "{player} has taken a card and discarded none for it."
        owes = forgot_to_discard(hand, act)
    else:
        text = "{player} discards a card without having taken one."
        owes = act.seat is turn and not hand.taken
    if not owes or hand.mends(act):
        return None
    return Breach(turn.name, text, {"player": turn.name})


@rule("deck.empty", RECORD, on=("draw",), signs=EMPTY_DECK)
def deck_empty(hand: AnyHand, act: Act) -> Verdict:
    """Nobody draws from a deck without cards, unless the pile below its top card can become the
    deck again.

    Right: Strike the line out, or correct it: the card came from the pile.
    Source: the rule text
    """
    if hand.cards.deck != 0 or len(hand.cards.pile) > 1 or hand.cards.buried:
        return None
    return Breach(
        None, "There is no card left that {player} could draw.", {"player": act.seat.name}
    )
