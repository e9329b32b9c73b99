"""How a wrong Cambio is put right."""

from __future__ import annotations

from referee.judging.rectification import NEXT_CARD, Rectification, Wrong
from referee.judging.remedies import SECOND_CARD_BACK, passed_in_time, the_player
from referee.wording.sentences import Sentence


def one_card_passed(wrong: Wrong) -> Rectification:
    """A second card goes back; a missing one is passed, whichever it is."""
    if wrong.event["type"] == "cambio":
        return SECOND_CARD_BACK(wrong)
    return passed_in_time(wrong, "{player} passes a card to the right.")


def passed_to_the_right(wrong: Wrong) -> Rectification:
    """The card goes to the player on the right."""
    text = "The card goes to {right}."
    edit = wrong.reads(wrong.seq, to=None)
    return Rectification(Sentence(text, wrong.facts), edit, the_player(wrong), NEXT_CARD)
