"""How the findings of the phone app's Desmoche are put right."""

from __future__ import annotations

from typing import Final

from referee.judging.rectification import NEXT_CARD, Rectification, Rectifying, Wrong
from referee.judging.remedies import (
    CALL_BACK,
    CARD_BACK,
    COMMON,
    MELD_BACK,
    SECOND_CARD_BACK,
    act_taken_back,
    another_discarded,
    left_unread,
    melds_out_of_turn_back,
    passed_in_time,
    the_player,
)
from referee.wording.sentences import Sentence


def one_card_passed(wrong: Wrong) -> Rectification:
    """A second card goes back; a missing one is passed."""
    if wrong.event["type"] == "cambio" and wrong.is_by(wrong.event):
        return SECOND_CARD_BACK(wrong)
    return passed_in_time(wrong, "{player} passes a card.")


def stolen_card_back(wrong: Wrong) -> Rectification:
    """What was taken from another's melds goes back: the card, or the meld made of it."""
    return (CARD_BACK if wrong.event["type"] == "take_back" else MELD_BACK)(wrong)


def passed_to_the_other(wrong: Wrong) -> Rectification:
    """The card goes to the other player, unless it was passed to them then."""
    told = Sentence("The card goes to {other}.", wrong.facts)
    after = next(wrong.after(), (0, wrong.event))
    if after[1]["type"] == "cambio" and wrong.is_by(after[1]):
        return Rectification(told, wrong.strike(wrong.seq), mended_at=after[0])
    return Rectification(told, wrong.reads(wrong.seq, to=None), the_player(wrong), NEXT_CARD)


def first_discard_left(wrong: Wrong) -> Rectification:
    """The first discard stays on the pile, and what was done since it was taken is undone."""
    turn = [wrong.seq] if wrong.is_by(wrong.event) else []
    for seq, event in wrong.before():
        if not wrong.is_by(event):
            break
        turn.append(seq)
        if event["type"] == "take":
            break
    text = "{player} lays the first discard back on the pile."
    return Rectification(
        Sentence(text, {"player": wrong.player}),
        wrong.strike(*sorted(turn)),
        the_player(wrong),
        NEXT_CARD,
    )


RECTIFYING: Final[Rectifying] = {
    **COMMON,
    "deck.order": left_unread,
    "cambio.one": one_card_passed,
    "cambio.right": passed_to_the_other,
    "cambio.late": SECOND_CARD_BACK,
    "trial.meld": first_discard_left,
    "discard.taken": another_discarded,
    "meld.turn": melds_out_of_turn_back,
    "meld.invalid": MELD_BACK,
    "meld.three": MELD_BACK,
    "meld.stolen": stolen_card_back,
    "meld.broken": MELD_BACK,
    "back.broken": act_taken_back("{player} lays back what was taken from the meld."),
    "win.false": CALL_BACK,
}
"""How the findings of each rule are put right."""
