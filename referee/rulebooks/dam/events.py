"""The events of That Dam Game, and how they are written."""

from __future__ import annotations

from typing import Final

from referee.judging import forms
from referee.judging.forms import CARDS, PLAYER, Field, Form, by_type
from referee.wording.language import N_

BEG: Final = Form(
    "beg",
    N_("Begs the discard: gets it and the next card of the deck."),
    N_("{player} begs"),
    N_("a beg"),
    (
        PLAYER,
        Field("card", "card", required=False),
        Field("drawn", "card", required=False, label=("with", "con")),
    ),
    sign="?",
    frequent=True,
)

EVENTS: Final = by_type(
    forms.HAND,
    forms.CUT,
    forms.DEAL,
    forms.DRAW,
    forms.TAKE,
    forms.DISCARD,
    forms.REFUSE,
    BEG,
    forms.MELD.having(PLAYER, CARDS, Field("owner", "player", required=False, label=("of", "de"))),
    forms.SHOW,
    forms.SCORE,
    forms.RESHUFFLE,
    forms.OFFENCE,
    forms.END,
    forms.FORGIVE,
)
"""The events of a hand by their types."""
