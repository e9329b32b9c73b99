"""Faults in a form, explained to the players who filled it in."""

from __future__ import annotations

import re
from typing import Any, Final

from referee_schemas.people import only_once
from referee_schemas.unreadable import Unreadable

from referee.judging.rulebook import Rulebook
from referee.web.event_forms import asked_fields, example, kind_of, numbers_of
from referee.web.labels import acts, field_label
from referee.wording.language import N_, _

NO_CARD: Final = N_("{field}: “{found}” is no card. Tap the card, or write it like {example}.")
NONE_CHOSEN: Final = N_("{field}: choose the cards.")
NUMBER: Final = N_("{field}: write a whole number, such as 5.")
FEW_NUMBERS: Final = N_("{field}: write a number from {fewest} to {most}.")

BY_KIND: Final = {
    "card": NO_CARD,
    "cards": NO_CARD,
    "cards or number": NO_CARD,
    "melds": NO_CARD,
    "number": NUMBER,
    "event": N_("{field}: choose a line."),
    "player": N_("{field}: choose a player."),
    "payer": N_("{field}: choose a player, or the pot."),
    "winners": N_("{field}: write players with commas between them, or nobody."),
    "players": N_("{field}: choose every player only once."),
    "choice": N_("{field}: choose one."),
    "offer": N_("{field}: write the card, and behind it the player, like “7h Ana”."),
    "text": N_("{field}: write a few words."),
    "house": N_("{field}: choose one of the options."),
}
"""Advice about a field of this kind."""


def told(fault: Unreadable, rulebook: Rulebook, act: str, lang: str) -> str:
    """A fault in the form of an event: which field, and what to do. What no field of the form is
    about is told as it stands; cards are written in the letters of ``lang``."""
    name, *inside = re.findall(r"[^.\[\]]+", fault.field or "")[:2] or [""]
    asked: dict[str, Any] = asked_fields(rulebook, act) if act in acts(rulebook) else {}
    if name not in asked:
        return str(fault)
    kind = kind_of(asked[name])
    numbers = numbers_of(rulebook, act, name)
    text = BY_KIND[kind]
    if numbers:
        text = FEW_NUMBERS
    elif text == NO_CARD and not fault.found.startswith('"'):
        text = NONE_CHOSEN
    label = field_label(name)
    named = inside and not inside[0].isdecimal() and kind != "house"
    return _(text).format(
        field=f"{label}, {inside[0]}" if named else label,
        found=fault.found.strip('"'),
        example=example(lang),
        fewest=numbers.start,
        most=numbers.stop - 1,
    )


def told_of_opening(fault: Unreadable, rulebook: Rulebook, seats: list[str]) -> str:
    """Return what keeps a table with these seats from being opened."""
    if not rulebook.fewest_players <= len(seats) <= rulebook.most_players:
        return _("There must be {fewest} to {most} players.").format(
            fewest=rulebook.fewest_players, most=rulebook.most_players
        )
    if not only_once(seats):
        return _("Every player needs a name of their own.")
    if (fault.field or "").startswith("players"):
        return _("Nobody can be called “pot”, and a name has 1 to 40 letters.")
    return told(fault, rulebook, "hand", "en")
