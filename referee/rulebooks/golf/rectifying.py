"""How the findings of Golf are put right."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from referee.cards.deck import UNRECORDED
from referee.judging.rectification import NEXT_CARD, Rectification, Rectifying, Wrong
from referee.rulebooks.common.rectifying import (
    COMMON,
    act_taken_back,
    discard_inserted,
    laid_late,
    the_player,
    turn_taken_back,
)
from referee.wording.sentences import Sentence


def old_card_laid_down(wrong: Wrong) -> Rectification:
    """The card that was replaced goes on the pile: the one that was laid there later, or whichever
    it is."""
    told = Sentence("{player} lays the card that was replaced on the pile.", wrong.facts)
    late = laid_late(wrong)
    if late is not None:
        seq, event = late
        edit = (*wrong.reads(wrong.seq, card=event["card"]), *wrong.strike(seq))
        return Rectification(told, edit, mended_at=seq)
    edit = wrong.reads(wrong.seq, card=UNRECORDED)
    return Rectification(told, edit, the_player(wrong), NEXT_CARD)


def card_swapped_or_discarded(wrong: Wrong) -> Rectification:
    """Who drew a card swaps it in or discards it before anybody plays on; who drew none takes back
    what they laid down."""
    how = discard_inserted(wrong)
    if wrong.is_by(wrong.event):
        return how
    text = "{player} swaps the drawn card in or discards it, before play goes on."
    return replace(how, told=Sentence(text, {"player": wrong.player}))


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
    "turn.discard": card_swapped_or_discarded,
    "take.swap": discard_kept,
    "swap.discard": old_card_laid_down,
    "knock.last": act_taken_back("{player} takes the knock back and plays the turn."),
    "knock.alone": act_taken_back("{player} takes the knock back; it is for a turn of its own."),
    "knock.first": act_taken_back("{player} takes the knock back and plays the turn."),
}
"""How the findings of each rule are put right."""
