"""How the findings of Golf are put right."""

from __future__ import annotations

from typing import Final

from referee.cards.deck import UNRECORDED
from referee.judging.rectification import NEXT_CARD, Rectification, Rectifying, Wrong
from referee.rulebooks.common.rectifying import (
    COMMON,
    act_taken_back,
    the_player,
    turn_taken_back,
)
from referee.wording.sentences import Sentence


def old_card_laid_down(wrong: Wrong) -> Rectification:
    """The card that was replaced goes on the pile; which one it was nobody wrote down."""
    return Rectification(
        Sentence("{player} lays the card that was replaced on the pile.", wrong.facts),
        wrong.reads(wrong.seq, card=UNRECORDED),
        the_player(wrong),
        NEXT_CARD,
    )


def discard_kept(wrong: Wrong) -> Rectification:
    """Whoever took the discard had to swap it; where to, only they can say."""
    return Rectification(
        Sentence("{player} swaps the card for one of the four: only {player} can say which one.",
                 wrong.facts),
        until=NEXT_CARD,
        who=the_player(wrong),
    )  # fmt: skip


RECTIFYING: Final[Rectifying] = {
    **COMMON,
    "look.again": act_taken_back("{player} looks no more; what was seen stays seen."),
    "turn.last": turn_taken_back,
    "take.swap": discard_kept,
    "swap.discard": old_card_laid_down,
    "knock.last": act_taken_back("{player} takes the knock back and plays the turn."),
    "knock.alone": act_taken_back("{player} takes the knock back; it is for a turn of its own."),
    "knock.first": act_taken_back("{player} takes the knock back and plays the turn."),
}
"""How the findings of each rule are put right."""
