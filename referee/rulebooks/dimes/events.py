"""The events of Dimes, and how they are written."""

from __future__ import annotations

from typing import Final

from referee.judging.forms import (
    CUT,
    DEAL,
    DISCARD,
    DRAW,
    END,
    FORGIVE,
    HAND,
    MELD,
    OFFENCE,
    RESHUFFLE,
    SCORE,
    SHOW,
    TAKE,
    TURN_UP,
    WIN,
    Field,
    Form,
    by_type,
)
from referee.wording.language import N_

PAYMENT: Final = Form(
    "payment",
    N_("Money that changed hands after the hand."),
    N_("Money changes hands"),
    N_("a payment"),
    (
        Field("from", "payer"),
        Field("to", "payer", label=("to", "a")),
        Field("amount", "money"),
    ),
    line=("paid", "pagó"),
)

EVENTS: Final = by_type(
    HAND,
    CUT,
    DEAL,
    TURN_UP,
    DRAW,
    TAKE,
    DISCARD,
    MELD,
    WIN,
    SHOW,
    SCORE,
    RESHUFFLE,
    PAYMENT,
    OFFENCE,
    END,
    FORGIVE,
)
"""The events of a hand by their types."""
