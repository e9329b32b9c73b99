"""How the findings of That Dam Game are put right."""

from __future__ import annotations

from typing import Final

from referee.judging.rectification import NEXT_CARD, Rectification, Rectifying, Wrong
from referee.judging.remedies import (
    CARD_BACK,
    COMMON,
    MELD_BACK,
    act_taken_back,
    melds_out_of_turn_back,
    the_player,
    wrong_card_put_back,
)
from referee.wording.sentences import Sentence

TURN_BEGINS_OR_ENDS: Final = frozenset({"draw", "take", "beg", "discard"})


def beg_back(wrong: Wrong) -> Rectification:
    """Who begged without the right to it gives both cards back."""
    begged = wrong.seq if wrong.is_by(wrong.event) else wrong.cites[0]
    told = Sentence("{player} gives both cards back.", {"player": wrong.player})
    return Rectification(told, wrong.strike(begged), the_player(wrong), NEXT_CARD)


def contract_back(wrong: Wrong) -> Rectification:
    """The melds of the turn are taken back, until they are the contract and nothing else."""
    turn = [wrong.seq] if wrong.event["type"] == "meld" else []
    for way in (wrong.before(), wrong.after()):
        for seq, event in way:
            if event["type"] in TURN_BEGINS_OR_ENDS:
                break
            if event["type"] == "meld" and wrong.is_by(event):
                turn.append(seq)
    return Rectification(
        Sentence("{player} takes the melds of this turn back.", {"player": wrong.player}),
        wrong.strike(*sorted(turn)),
        the_player(wrong),
        NEXT_CARD,
    )


RECTIFYING: Final[Rectifying] = {
    **COMMON,
    "take.first": wrong_card_put_back,
    "take.old": wrong_card_put_back,
    "beg.who": beg_back,
    "beg.late": beg_back,
    "beg.order": beg_back,
    "beg.fourth": beg_back,
    "beg.discard": CARD_BACK,
    "meld.turn": melds_out_of_turn_back,
    "layoff.early": MELD_BACK,
    "meld.invalid": MELD_BACK,
    "layoff.invalid": MELD_BACK,
    "out.discard": MELD_BACK,
    "contract.wrong": contract_back,
    "contract.wilds": contract_back,
    "contract.extra": act_taken_back("{player} takes back what is more than the contract."),
}
"""How the findings of each rule are put right."""
