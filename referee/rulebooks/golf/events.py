"""The events of Golf as data."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from referee.judging import forms
from referee.judging.forms import PLAYER, Field, Form, by_type
from referee.wording.language import N_

LOOK: Final = Form(
    "look",
    N_("Looks at the two cards nearest to the player, before play begins."),
    N_("{player} looks at two cards"),
    N_("a look"),
    (PLAYER, Field("cards", "cards", required=False, in_order=True)),
    line=("look", "mira"),
    frequent=True,
)
SWAP: Final = Form(
    "swap",
    N_("Lays the card just taken at a position; the one that lay there goes on the pile."),
    N_("{player} swaps a card"),
    N_("a swap"),
    (
        PLAYER,
        Field("position", "count", least=1, most=4),
        Field("card", "card", required=False, usual=True, asks=N_("Which card came out?")),
    ),
    sign="~",
)
KNOCK: Final = Form(
    "knock",
    N_("Knocks, or calls: every other player has one more turn."),
    N_("{player} knocks"),
    N_("a knock"),
    (PLAYER,),
    sign="*",
    frequent=True,
)
CALL: Final = replace(KNOCK, also=("call",))
"""In Cambio, or Cabo, a player calls instead of knocking."""
TURNED: Final = forms.SHOW.having(PLAYER, Field("cards", "cards", in_order=True))
"""The four cards are shown as they lie."""

EVENTS: Final = by_type(
    forms.HAND,
    forms.CUT,
    forms.DEAL,
    forms.TURN_UP,
    LOOK,
    forms.DRAW,
    forms.TAKE,
    SWAP,
    forms.DISCARD,
    KNOCK,
    TURNED,
    forms.SCORE,
    forms.OFFENCE,
    forms.FORGIVE,
    forms.END,
)
"""Every event of a hole, in the order in which it comes."""

CAMBIO_CABO_EVENTS: Final = {**EVENTS, "knock": CALL}
