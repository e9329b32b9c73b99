"""The events of the phone app's Desmoche as sentences."""

from __future__ import annotations

from typing import Final

from referee.judging.telling import Telling
from referee.rulebooks.desmoche_app.house import HOUSE_RULES
from referee.wording.language import N_

SAYINGS: Final = {
    "cambio": N_("{player} passes {card}."),
    "pass": N_("{player} does not want the card."),
    "take_back": N_("{player} takes {cards} back into the hand."),
}
"""What the game's own events say."""

MORE: Final = {("cambio", "to"): N_("It goes to {to}.")}
"""What they say besides where they have this field."""

sayings: Final = Telling(SAYINGS, MORE, house_rules=HOUSE_RULES)
