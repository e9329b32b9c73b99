"""How the findings of Dimes are put right."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import Final

from referee.judging.names import fold
from referee.judging.rectification import NEXT_HAND, Rectification, Rectifying, Wrong
from referee.judging.remedies import (
    CALL_BACK,
    COMMON,
    MELD_BACK,
    TAKING,
    laid_late,
    the_player,
    wrong_card_put_back,
)
from referee.wording.sentences import Sentence


def meld_back(wrong: Wrong) -> Rectification:
    """The cards go back to the hand; once somebody is out they are shown there, and count."""
    if any(event["type"] in PLAY for _seq, event in wrong.after()):
        back = MELD_BACK(wrong)
        return replace(back, edit=back.edit + wrong.strike(*_calls(wrong)))
    edit = wrong.reads(wrong.seq, type="show")
    told = Sentence("{player} takes the meld back; its cards count.", {"player": wrong.player})
    return Rectification(told, edit, the_player(wrong), NEXT_HAND)


def one_card_discarded(wrong: Wrong) -> Rectification:
    """One card is kept out of the melds for the discard: which one, only its player can say."""
    late = laid_late(wrong)
    if late is not None:
        told = Sentence("{player} takes a card out of the melds and discards it.", wrong.facts)
        return Rectification(told, mended_at=late[0])
    if wrong.event["type"] == "meld" and wrong.is_by(wrong.event):
        return MELD_BACK(wrong)
    told = Sentence("{player} takes a card out of the melds and discards it.", wrong.facts)
    return Rectification(told, who=the_player(wrong), until=NEXT_HAND)


PLAY: Final = frozenset({"draw", "take", "discard"})


def melds_back(wrong: Wrong) -> Rectification:
    """The melds of a turn that did not go out are taken back, all of them."""
    turn = [wrong.seq] if wrong.event["type"] == "meld" else []
    for seq, event in wrong.before():
        if not wrong.is_by(event) or event["type"] in ("draw", "take"):
            break
        if event["type"] == "meld":
            turn.append(seq)
    return Rectification(
        Sentence("{player} takes the melds back.", {"player": wrong.player}),
        wrong.strike(*sorted([*turn, *_calls(wrong)])),
        the_player(wrong),
        NEXT_HAND,
    )


def _calls(wrong: Wrong) -> list[int]:
    """The events of the turn in which the player says that they are out: without the melds they are
    not."""
    before = takewhile(lambda one: one[1]["type"] not in TAKING, wrong.before())
    after = takewhile(lambda one: wrong.is_by(one[1]), wrong.after())
    return [
        seq for seq, event in (*before, *after) if event["type"] == "win" and wrong.is_by(event)
    ]


def least_counted(wrong: Wrong) -> Rectification:
    """The points are written as the least that the cards can leave."""
    facts = wrong.facts
    told = Sentence("{player} counts {least}.", facts)
    points = dict(wrong.event.get("points", {}))
    name = next((name for name in points if fold(name) == fold(wrong.player)), None)
    if name is None:
        return Rectification(told, who=the_player(wrong), until=NEXT_HAND)
    more = facts["least"] - points[name]
    totals = {
        one: total + (more if one == name else 0)
        for one, total in wrong.event.get("totals", {}).items()
    }
    edit = wrong.reads(
        wrong.seq, points={**points, name: facts["least"]}, totals=totals or None
    )  # fmt: skip
    return Rectification(told, edit, the_player(wrong), NEXT_HAND)


RECTIFYING: Final[Rectifying] = {
    **COMMON,
    "take.top": wrong_card_put_back,
    "take.first": wrong_card_put_back,
    "meld.invalid": meld_back,
    "meld.early": melds_back,
    "out.false": CALL_BACK,
    "out.discard": one_card_discarded,
    "count.low": least_counted,
    "count.high": least_counted,
}
"""How the findings of each rule are put right."""
