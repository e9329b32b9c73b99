"""How the findings of the phone app's Desmoche are put right."""

from __future__ import annotations

from typing import Final

from referee.cards.deck import UNRECORDED
from referee.judging.rectification import NEXT_CARD, THIS_HAND, Rectification, Rectifying, Wrong
from referee.rulebooks.common.rectifying import (
    CALL_BACK,
    CARD_BACK,
    COMMON,
    MELD_BACK,
    act_taken_back,
    left_unread,
    passed_in_time,
    the_player,
)
from referee.wording.sentences import Sentence


def one_card_passed(wrong: Wrong) -> Rectification:
    """A second card goes back; a missing one is passed."""
    if wrong.event["type"] == "cambio" and wrong.is_by(wrong.event):
        return CARD_BACK(wrong)
    return passed_in_time(wrong, "{player} passes a card.")


def stolen_card_back(wrong: Wrong) -> Rectification:
    """What was taken from another's melds goes back: the card, or the meld made of it."""
    return (CARD_BACK if wrong.event["type"] == "take_back" else MELD_BACK)(wrong)


def passed_to_the_other(wrong: Wrong) -> Rectification:
    """The card goes to the other player."""
    return Rectification(
        Sentence("The card goes to {other}.", wrong.facts),
        wrong.reads(wrong.seq, to=None),
        the_player(wrong),
        NEXT_CARD,
    )


def another_discarded(wrong: Wrong) -> Rectification:
    """The card from the waste is kept, and another one is laid down, which nobody can name."""
    return Rectification(
        Sentence("{player} takes {card} back and discards another card.", wrong.facts),
        wrong.reads(wrong.seq, card=UNRECORDED),
        the_player(wrong),
        THIS_HAND,
    )


RECTIFYING: Final[Rectifying] = {
    **COMMON,
    "deck.order": left_unread,
    "cambio.one": one_card_passed,
    "cambio.right": passed_to_the_other,
    "cambio.late": CARD_BACK,
    "trial.meld": act_taken_back("{player} lays the first discard back on the pile."),
    "discard.taken": another_discarded,
    "meld.turn": MELD_BACK,
    "meld.invalid": MELD_BACK,
    "meld.three": MELD_BACK,
    "meld.stolen": stolen_card_back,
    "meld.broken": MELD_BACK,
    "back.broken": CARD_BACK,
    "win.false": CALL_BACK,
}
"""How the findings of each rule are put right."""
