"""What is out of the ordinary about an act; see ``referee.rulebooks.common.signs``."""

from __future__ import annotations

from typing import Final

from referee.judging.kernel.acts import Act
from referee.rulebooks.common import signs
from referee.rulebooks.common.signs import ASTRAY, OWN
from referee.rulebooks.dimes.hand import DimesHand

GOING_OUT: Final = OWN
"""Somebody is going out, or begins to."""


def signs_of(hand: DimesHand, act: Act) -> int:
    """What is out of the ordinary about an act, at the table as it is before it."""
    found = signs.signs_of(hand, act)
    if act.type == "take" and not hand.was_misread(act):
        found &= ~ASTRAY
    if hand.going_out is not None or act.type in ("meld", "win"):
        found |= GOING_OUT
    return found
