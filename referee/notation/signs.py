"""The signs of a game's acts, written after the player's name."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from referee.judging.forms import Field
from referee.judging.registry import find
from referee.judging.rulebook import Rulebook
from referee.wording.language import Word
from referee.wording.sentences import Sentence

ONTO: Final = ">"
"""The mark of a meld that lists only the cards added to an existing one, in games whose sheets have
it."""

_ALSO: Final = {"&": ONTO, ":": "=", "!": "*", "–": "-", "−": "-"}
"""Other characters that people type for a mark, unless the game uses them itself."""

Act = tuple[str, tuple[str, ...] | None]
"""A mark and the cards after it; None if no card was written."""


class Signs:
    """The signs of one game.

    ``of`` maps events to signs, ``events`` signs to events; ``marks`` has every mark that may be
    typed, with the canonical one. ``onto`` is the event written with ``>``, if any.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.forms = rulebook.events
        self.onto = rulebook.sheet_table.onto
        self.of: dict[str, str] = {
            name: form.sign for name, form in self.forms.items() if form.sign is not None
        }
        self.events = {sign: name for name, sign in self.of.items()}
        written = {sign: sign for sign in self.events}
        if self.onto:
            self.events[ONTO] = self.onto
            written[ONTO] = ONTO
        self.marks = {typed: sign for typed, sign in _ALSO.items() if sign in written} | written
        self._cards = {name: _card_of(self.forms[name].fields) for name in self.of}

    @property
    def an_act(self) -> Sentence:
        """A description of an act."""
        acts = [
            Sentence("{mark} {what}", {"mark": sign, "what": Word(self.forms[name].what)})
            for name, sign in self.of.items()
        ]
        if self.onto:
            acts.append(Sentence("{mark} onto a meld", {"mark": ONTO}))
        return Sentence("an act ({acts})", {"acts": acts})

    def card_of(self, kind: str) -> Field | None:
        """Return the field with the cards that identify an act."""
        return self._cards[kind]

    def act_of(self, event: Mapping[str, Any]) -> Act:
        """Return the form of an act in a reference."""
        kind = event["type"]
        field = self._cards[kind]
        if field is None or field.name not in event:
            return self.of[kind], None
        cards = event[field.name]
        return self.of[kind], tuple(cards) if field.kind == "cards" else (cards,)


def _card_of(fields: tuple[Field, ...]) -> Field | None:
    return next(
        (field for field in fields if field.kind in ("card", "cards") and not field.label), None
    )


@cache
def signs(game: str) -> Signs:
    """Return the signs of the game of this name."""
    return Signs(find(game))
