"""Turns: who takes a card, when, and what is discarded for it."""

from __future__ import annotations

from typing import Final

from referee.judging.findings import VIOLATION, Breach
from referee.judging.kernel.acts import Act
from referee.judging.rulebook import RuleShelf, Verdict
from referee.rulebooks.common.rules import own_form
from referee.rulebooks.common.rules import turns as of_all_turns
from referee.rulebooks.common.rules.turns import is_open
from referee.rulebooks.common.signs import OUT_OF_STEP, OUT_OF_TURN
from referee.rulebooks.desmoche_app.hand import AppHand
from referee.rulebooks.desmoche_app.mechanics import has_melded
from referee.rulebooks.desmoche_app.signs import FIRST_DISCARD, FROM_WASTE
from referee.wording.sentences import InOrder

shelf = RuleShelf("Turns")
rule = shelf.rule

SOURCE: Final = "the app's rule page, Gameplay"


def keeps_first_discard(hand: AppHand, act: Act) -> bool:
    """Whether this event shows that the dealer took the first discard and did not meld it."""
    seat, first = hand.turn, hand.first_discard
    if seat is None or first is None or not first.surely or has_melded(seat, first.card):
        return False
    return (act.type == "discard") == (act.seat is seat)


@rule("trial.meld", VIOLATION, on=("discard", "draw", "take"), signs=FIRST_DISCARD)
def trial_meld(hand: AppHand, act: Act) -> Verdict:
    """Before anybody's turn the first discard may be taken only to meld it at once. If the
    dealer takes it, that was certainly before anybody's turn: the non-dealer has the first
    turn, and may take the card in it like any other.

    Right: Meld the first discard at once, or leave it on the pile.
    Source: the app's rule page, First Discard
    """
    first, seat = hand.first_discard, hand.turn
    if first is None or seat is None or not keeps_first_discard(hand, act):
        return None
    return Breach(
        seat.name,
        "{player} took the first discard and did not meld it at once.",
        {"player": seat.name},
        cites=(first.event,),
    )


def _waits_for_discard(hand: AppHand, act: Act) -> bool:
    """Whether somebody takes a card while the other one has not discarded."""
    return act.type != "discard" and hand.taken and act.seat is not hand.turn


def _may_try_first_discard(hand: AppHand, act: Act) -> bool:
    dealer = hand.dealer_seat
    return act.type == "take" and act.seat is dealer and hand.on_offer_to(dealer)


@rule("turn.order", VIOLATION, on=("draw", "take", "discard"), signs=OUT_OF_TURN)
def turn_order(hand: AppHand, act: Act) -> Verdict:
    """The players take turns. The non-dealer begins, or the other player if somebody took the
    first discard. After a card that was taken out of turn play goes on from whoever took it.

    Right: The player whose turn it is goes on, and the other one takes back what they did.
    Source: the app's rule page, Gameplay
    """
    seat, turn = act.seat, hand.at_turn
    if seat is None or turn is None or seat is turn or is_open(hand, act):
        return None
    if _waits_for_discard(hand, act) or _may_try_first_discard(hand, act):
        return None
    if hand.mends_discard(act):
        return None
    if seat.spare or seat.perhaps_spare if act.type == "discard" else hand.made_up:
        return None
    return Breach(
        seat.name,
        "{player} acts out of turn: it is {expected}'s turn.",
        {"player": seat.name, "expected": turn.name},
    )


@own_form(shelf, of_all_turns.shelf, "turn.draw")
def turn_draw(hand: AppHand, act: Act) -> Verdict:
    """A player takes one card a turn, from the deck or from the pile."""
    if hand.turn is not None and hand.may_be_won_by(hand.turn):
        return None
    return of_all_turns.turn_draw(hand, act)


@rule("turn.discard", VIOLATION, on=("draw", "take", "discard"), signs=OUT_OF_STEP)
def turn_discard(hand: AppHand, act: Act) -> Verdict:
    """A turn is a card taken and a card discarded: nobody discards without having taken one,
    and whoever has taken one discards before the other player takes theirs.

    Right: Whoever has taken a card discards one, and only then the other player takes one.
    Source: the app's rule page, Gameplay
    """
    turn = hand.at_turn
    if turn is None or act.seat is None or is_open(hand, act):
        return None
    if act.type == "discard":
        if act.seat is not turn or hand.taken or turn.spare or turn.perhaps_spare:
            return None
        text = "{player} discards without having taken a card."
    else:
        if not _waits_for_discard(hand, act) or keeps_first_discard(hand, act):
            return None
        if hand.out_of_turn or hand.mends_discard(act) or hand.may_be_won_by(turn):
            return None
        text = "{player} took a card and did not discard."
    return Breach(turn.name, text, {"player": turn.name})


@rule("discard.taken", VIOLATION, on=("discard",), signs=FROM_WASTE)
def discard_taken(hand: AppHand, act: Act) -> Verdict:
    """A card that was taken from the pile is not discarded in the same turn.

    Right: Keep the card from the pile until the next turn, and discard another one.
    Source: the app's rule page, Gameplay
    """
    turn, card = hand.turn, act.event["card"]
    if turn is None or not hand.taken or turn is not act.seat or card == "??":
        return None
    if card not in hand.from_waste or keeps_first_discard(hand, act):
        return None
    if hand.first_discard is not None and hand.first_discard.perhaps:
        # it may go with a first discard that was not melded
        return None
    return Breach(
        turn.name,
        "{player} discards {card}, which was taken from the pile in the same turn.",
        {"player": turn.name, "card": InOrder((card,))},
    )
