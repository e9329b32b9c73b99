"""The people of events and reports: a name, and lists and maps without repeated names."""

import unicodedata
from collections.abc import Collection, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from referee.judging.names import LONGEST, fold
from referee.wording.language import Word
from referee.wording.sentences import Phrase, Sentence
from referee.wording.visible import UNSEEN, without_joiners, without_unseen
from referee_schemas import fields
from referee_schemas.cards import CardField
from referee_schemas.fields import CONTROLS, JOINERS

POT: Final = "pot"


@lru_cache(maxsize=4096)
def _spoken(name: str) -> str | None:
    if len(name) > LONGEST or fields.find_unspeakable(name):
        return None
    composed = unicodedata.normalize("NFC", without_unseen(name))
    return composed if len(composed) <= 40 and without_joiners(composed) else None


class Name(fields.Leaf[str]):
    """The name of a person in Unicode NFC: 1 to 40 characters on one line, without invisible ones.

    >>> Name().accept("Jose\u0301"), Name().accept(" Ana "), Name().accept("   ")
    ('José', 'Ana', None)
    """

    expected = Word("a name of 1 to 40 characters, without line breaks and control characters")
    definition = "name"

    def accept(self, value: Any) -> str | None:
        return _spoken(value) if type(value) is str else None

    def describe(self) -> dict[str, Any]:
        return {
            "type": "string",
            "maxLength": 40,
            "pattern": f"^[^{CONTROLS}]*[^\\s{UNSEEN}{JOINERS}][^{CONTROLS}]*$",
        }


class Player(Name):
    """The name of a player. It cannot be ``pot``, which means the middle of the table.

    >>> Player().accept("Ana"), Player().accept("Pot")
    ('Ana', None)
    """

    expected = Word('a player\'s name of 1 to 40 characters ("pot" is the middle, not a player)')
    definition = "player"

    def accept(self, value: Any) -> str | None:
        spoken = super().accept(value)
        return None if spoken is None or fold(spoken) == POT else spoken

    def describe(self) -> dict[str, Any]:
        return {**super().describe(), "not": {"pattern": "^\\s*[pP][oO][tT]\\s*$"}}


class Payer(Name):
    """A giver or receiver of money: a player, or ``pot`` for the middle of the table.

    >>> Payer().accept("Pot"), Payer().accept("Ana")
    ('pot', 'Ana')
    """

    expected = Word('a player\'s name, or "pot" for the middle')
    definition = "payer"

    def accept(self, value: Any) -> str | None:
        spoken = super().accept(value)
        return POT if spoken and fold(spoken) == POT else spoken


_ONLY_ONCE = Word("every player only once, whatever the case of the letters")


def only_once(names: Collection[str]) -> bool:
    """Return whether no two names are equal, apart from Unicode form and letter case.

    >>> only_once(["Ana", "Eva"]), only_once(["Ana", "ANA"])
    (True, False)
    """
    return len(set(map(fold, names))) == len(names)


class Players(fields.ListOf):
    """A list of different players."""

    expected: Phrase = Word("a list of players' names")
    metadata: Mapping[str, Any] = MappingProxyType({"uniqueItems": True})

    def __init__(self, **options: Any) -> None:
        super().__init__(Player(), **options)

    def misfit(self, items: list[Any]) -> Phrase | None:
        return None if only_once(items) else _ONLY_ONCE


class Winners(fields.DeclaredField[Any]):
    """A player, or several; a list of one is read as that player."""

    expected = Word("a player's name, a list of several, or null for nobody")

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.one = Player()
        self.several = Players()

    def accept(self, value: Any) -> str | list[str] | None:
        if type(value) is not list:
            return self.one.accept(value)
        names = self.several.read(value) or []
        return names if len(names) > 1 else next(iter(names), None)


class SeatsField(Players):
    """The players in turn order, in a number that the game allows."""

    def __init__(self, seats: range, **options: Any) -> None:
        super().__init__(**options)
        self.expected = so_many_names(seats)
        self.metadata = {**self.metadata, "minItems": seats[0], "maxItems": seats[-1]}


def so_many_names(seats: range) -> Sentence:
    """Return the words for a list of as many players as these."""
    text = "a list of {fewest} to {most} players' names with commas between them"
    if len(seats) == 1:
        text = "a list of {fewest} players' names with commas between them"
    return Sentence(text, {"fewest": seats[0], "most": seats[-1]})


class PerPlayer(fields.MapOf):
    """A map from different players to values of one kind."""

    expected = Word("an object with a value for each player's name")

    def __init__(self, worth: fields.DeclaredField[Any], **options: Any) -> None:
        super().__init__(Player(), worth, **options)

    def misfit(self, names: Collection[str]) -> Phrase | None:
        return None if only_once(names) else _ONLY_ONCE


def offer(jokers: bool | None = None, **options: Any) -> fields.ObjectOf:
    """Return the field of a card on offer: ``card``, the player it is ``from``, and whether it was
    ``drawn`` or paid."""
    parts = {
        "card": CardField(jokers, required=True),
        "from": Player(required=True),
        "drawn": fields.YesOrNo(),
    }
    expected = Word('an object with "card", "from" and perhaps "drawn"')
    return fields.ObjectOf(parts, expected, **options)
