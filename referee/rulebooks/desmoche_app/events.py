"""The events of the phone app's Desmoche."""

from __future__ import annotations

from typing import Final

from referee.judging import forms
from referee.judging.forms import CARD, CARDS, PLAYER, Field, Form, by_type
from referee.wording.language import N_

CAMBIO: Final = Form(
    "cambio",
    N_("Passes a card face down to the other player."),
    N_("{player} passes a card"),
    N_("a card passed in the Cambio"),
    (PLAYER, CARD, Field("to", "player", required=False, label=("to", "a"))),
    line=("cambio", "cambio"),
    several=True,
)
TAKE_BACK: Final = Form(
    "take_back",
    N_("Takes cards of an own meld back into the hand."),
    N_("{player} takes cards back"),
    N_("cards taken back"),
    (PLAYER, CARDS),
    sign="^",
)

EVENTS: Final = by_type(
    forms.HAND,
    forms.CUT,
    forms.DEAL,
    CAMBIO,
    forms.TURN_UP,
    forms.REFUSE,
    forms.TAKE,
    forms.DRAW,
    forms.MELD,
    TAKE_BACK,
    forms.DISCARD,
    forms.WIN,
    forms.SHOW,
    forms.RESHUFFLE,
    forms.OFFENCE,
    forms.FORGIVE,
    forms.END,
)
