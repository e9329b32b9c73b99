"""How leaving and ending a hand is put right."""

from __future__ import annotations

from referee.judging.rectification import NEXT_CARD, Rectification, Wrong
from referee.judging.remedies import THE_TABLE, in_the_record, the_player
from referee.wording.sentences import Sentence


def given_up(wrong: Wrong) -> Rectification:
    """A hand that the record ends too early was given up, as far as the record goes."""
    told = "Insert the missing lines; without them the hand counts as given up."
    end = {"type": "end", "why": "abandoned"}
    if wrong.event["type"] == "end":
        return in_the_record(told, wrong.reads(wrong.seq, why="abandoned"))
    return in_the_record(told, wrong.put(end, wrong.seq))


def stays_in(wrong: Wrong) -> Rectification:
    """A player who withdrew against the rule stays in the hand."""
    told = Sentence("{player} stays in the hand.", {"player": wrong.player})
    return Rectification(told, wrong.strike(wrong.seq), the_player(wrong), NEXT_CARD)


def stays_for_want_of_an_offence(wrong: Wrong) -> Rectification:
    """A player who was put out for nothing stays in the hand."""
    told = Sentence("{player} stays in the hand.", wrong.facts)
    return Rectification(told, wrong.strike(wrong.seq), THE_TABLE, NEXT_CARD)
