"""The card on offer in a position, with who laid or drew it."""

from __future__ import annotations

from typing import Any, Final

from referee.wording.language import Word
from referee_schemas.cards import Card
from referee_schemas.fields import Leaf, YesOrNo
from referee_schemas.people import Player


class Offer(Leaf[dict[str, Any]]):
    """A card on offer: ``card``, ``from`` whom, and whether it was ``drawn`` or paid.

    >>> Offer().read({"card": "7H", "from": "Ana"}), Offer().read({"card": "7h"})
    ({'card': '7h', 'from': 'Ana'}, None)
    """

    expected = Word('an object with "card", "from" and perhaps "drawn"')

    def __init__(self, jokers: bool | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.parts: Final[dict[str, Leaf[Any]]] = {
            "card": Card(jokers),
            "from": Player(),
            "drawn": YesOrNo(),
        }

    def read(self, value: Any) -> dict[str, Any] | None:
        """The canonical card, and the rest as it stands."""
        if type(value) is not dict or not {"card", "from"} <= value.keys() <= self.parts.keys():
            return None
        found = {name: part.read(value[name]) for name, part in self.parts.items() if name in value}
        return None if None in found.values() else found

    def describe(self) -> dict[str, Any]:
        """An object."""
        return {
            "type": "object",
            "properties": {name: part.describe() for name, part in self.parts.items()},
            "required": ["card", "from"],
            "additionalProperties": False,
        }
