"""The events of Dimes, and how they are written."""

from __future__ import annotations

from typing import Final

from referee.judging import forms
from referee.judging.forms import Field, Form, by_type
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
    forms.HAND,
    forms.CUT,
    forms.DEAL,
    forms.TURN_UP,
    forms.DRAW,
    forms.TAKE,
    forms.DISCARD,
    forms.MELD,
    forms.WIN,
    forms.SHOW,
    forms.SCORE,
    forms.RESHUFFLE,
    PAYMENT,
    forms.OFFENCE,
    forms.END,
    forms.FORGIVE,
)
"""The events of a hand by their types."""
