"""The values that events and reports are made of.

A value without parts is a `Leaf`: its ``read`` gives the value as the log keeps it, or None where
it is refused. The fast acceptance, loading by marshmallow and the published JSON Schemas all come
from these fields; nothing here knows marshmallow, which is needed only where something is wrong.
"""

from __future__ import annotations

import math
import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, TypeVar

from referee.cards.deck import JOKER_SPELLINGS, SPELLINGS, UNRECORDED
from referee.judging.names import LONGEST, fold
from referee.wording.language import Word
from referee.wording.phrases import Phrase
from referee.wording.sentences import Sentence
from referee.wording.visible import UNSEEN, with_signs_alone, without_unseen
from schemas.vocabulary import Vocabulary, vocabulary

T = TypeVar("T")

LARGEST: Final = 2**63 - 1
POT: Final = "pot"

_NUL = r"\u0000"
_CONTROLS = r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
# not in a pattern that is published: an engine that has no halves of characters cannot read it
_HALVES = r"\ud800-\udfff"
_JOINERS = r"\u200c\u200d\ufe00-\ufe0f"
_find_unwritable = re.compile(f"[{_NUL}{_HALVES}]").search
_find_unspeakable = re.compile(f"[{_CONTROLS}{_HALVES}]").search


def is_extra(name: str, value: object) -> bool:
    """Whether a field that no schema knows is a reader's own and kept: ``x_`` and plain JSON.

    >>> is_extra("x_pen", {"colour": "blue"}), is_extra("pen", "blue"), is_extra("x_pen", 2**64)
    (True, False, False)
    """
    return name.startswith("x_") and _is_plain(name) and _is_plain(value)


def _is_plain(value: object) -> bool:
    match value:
        case None | bool():
            return True
        case str():
            return not _find_unwritable(value)
        case int():
            return -LARGEST - 1 <= value <= LARGEST
        case float():
            return math.isfinite(value)
        case list():
            return all(map(_is_plain, value))
        case dict():
            return all(map(_is_plain, value)) and all(map(_is_plain, value.values()))
        case _:
            return False


class Field(Generic[T]):
    """What stands under a name: whether it must be there, and whether it may be null.

    ``expected`` says in words what is read; nothing, where the field is only ever written.
    ``metadata`` is what the published schemas say besides.
    """

    expected: Phrase = ""
    metadata: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, *, required: bool = False, allow_none: bool = False) -> None:
        self.required = required
        self.allow_none = allow_none


class Spellings(dict[str, Any]):
    """The texts that are read, each with its value; any other gives None.

    >>> Spellings({"10H": "Th"})["10H"], Spellings({"10H": "Th"})["1x"]
    ('Th', None)
    """

    def __missing__(self, text: str) -> Any:
        return None


class Remembered(Spellings):
    """Texts of which there may be any number: a function reads them, and those that it does not
    refuse are remembered, so many at a time.

    >>> known = Remembered(lambda text: text.strip() or None)
    >>> known[" Ana"], known["  "], known
    ('Ana', None, {' Ana': 'Ana'})
    """

    def __init__(self, read: Callable[[str], str | None], most: int = 4096) -> None:
        super().__init__()
        self._read = read
        self._most = most

    def __missing__(self, text: str) -> Any:
        found = self._read(text)
        if found is not None:
            if len(self) >= self._most:
                self.clear()
            self[text] = found
        return found


class Leaf(Field[T], ABC):
    """A value without parts.

    ``definition`` is the name under which the published schemas share the description; without one
    it is written out at every use. ``spellings``, where there are any, read a text as ``read`` does
    without a call.
    """

    definition: ClassVar[str | None] = None
    spellings: Spellings | None = None

    @abstractmethod
    def read(self, value: Any) -> T | None:
        """The value as the log keeps it; None if it is refused."""

    @abstractmethod
    def describe(self) -> dict[str, Any]:
        """This value in JSON Schema."""


class Is(Leaf[T]):
    """Always the same value.

    >>> Is("draw").read("draw"), Is(1).read(True)
    ('draw', None)
    """

    def __init__(self, only: T, **options: Any) -> None:
        self.only = only
        self.expected = f"{only}"
        if isinstance(only, str):
            self.spellings = Spellings({only: only})
        super().__init__(**options)

    def read(self, value: Any) -> T | None:
        """The value if it is that one."""
        return self.only if type(value) is type(self.only) and value == self.only else None

    def describe(self) -> dict[str, Any]:
        """A constant."""
        return {"const": self.only}


class YesOrNo(Leaf[bool]):
    """Whether something is so."""

    expected = Word("true or false")

    def read(self, value: Any) -> bool | None:
        """The value itself."""
        return value if type(value) is bool else None

    def describe(self) -> dict[str, Any]:
        """A boolean."""
        return {"type": "boolean"}


class Choice(Leaf[str]):
    """One of a few words.

    >>> Choice(["on", "off"]).read("on"), Choice(["on", "off"]).read("ON")
    ('on', None)
    """

    def __init__(self, words: Iterable[str], **options: Any) -> None:
        self.words = self.spellings = Spellings({word: word for word in words})
        self.expected = Sentence("one of {words}", {"words": ", ".join(self.words)})
        super().__init__(**options)

    def read(self, value: Any) -> str | None:
        """The word if it is one of these."""
        return self.words[value] if type(value) is str else None

    def describe(self) -> dict[str, Any]:
        """An enumeration."""
        return {"enum": list(self.words)}


class SideGame(Choice):
    """The name of a side game."""

    definition = "side_game"

    def __init__(self, words: Iterable[str] | None = None, **options: Any) -> None:
        if words is None:
            words = vocabulary().words.get("side_game", ())
        super().__init__(words, **options)


class Text(Leaf[str]):
    """Free text of so many characters, kept as it was written; NUL and lone surrogates are refused.

    >>> Text().read("la metió en la mano"), Text(longest=3).read("four")
    ('la metió en la mano', None)
    """

    def __init__(self, *, shortest: int = 0, longest: int = 2000, **options: Any) -> None:
        self.shortest = shortest
        self.longest = longest
        self.expected = Sentence(
            "text of {shortest} to {longest} characters, without NUL",
            {"shortest": shortest, "longest": f"{longest:,}"},
        )
        super().__init__(**options)

    def read(self, value: Any) -> str | None:
        """The text itself."""
        if type(value) is not str or not self.shortest <= len(value) <= self.longest:
            return None
        return None if _find_unwritable(value) else value

    def describe(self) -> dict[str, Any]:
        """A string between two lengths."""
        return {
            "type": "string",
            "minLength": self.shortest,
            "maxLength": self.longest,
            "pattern": f"^[^{_NUL}]*$",
        }


def _spoken(name: str) -> str | None:
    if len(name) > LONGEST or _find_unspeakable(name):
        return None
    composed = unicodedata.normalize("NFC", without_unseen(name))
    return composed if len(composed) <= 40 and with_signs_alone(composed) else None


class Name(Leaf[str]):
    """The name of a person, composed to Unicode NFC: 1 to 40 characters on one line, without what
    people do not see.

    >>> Name().read("Jose\u0301"), Name().read(" Ana "), Name().read("   ")
    ('José', 'Ana', None)
    """

    expected = Word("a name of 1 to 40 characters, without line breaks and control characters")
    definition = "name"
    spellings: Spellings = Remembered(_spoken)

    def read(self, value: Any) -> str | None:
        """The composed name."""
        return self.spellings[value] if type(value) is str else None

    def describe(self) -> dict[str, Any]:
        """A string with something to say; its length is that of the composed form."""
        return {
            "type": "string",
            "maxLength": 40,
            "pattern": f"^[^{_CONTROLS}]*[^\\s{UNSEEN}{_JOINERS}][^{_CONTROLS}]*$",
        }


def _seated(name: str) -> str | None:
    spoken = _spoken(name)
    return None if spoken is None or fold(spoken) == POT else spoken


class Player(Name):
    """The name of a player; ``pot``, which means the middle of the table, is none.

    >>> Player().read("Ana"), Player().read("Pot")
    ('Ana', None)
    """

    expected = Word('a player\'s name of 1 to 40 characters ("pot" is the middle, not a player)')
    definition = "player"
    spellings = Remembered(_seated)

    def describe(self) -> dict[str, Any]:
        """A name other than that of the middle."""
        return {**super().describe(), "not": {"pattern": "^\\s*[pP][oO][tT]\\s*$"}}


def _paying(name: str) -> str | None:
    spoken = _spoken(name)
    return POT if spoken and fold(spoken) == POT else spoken


class Payer(Name):
    """Somebody who gives or gets money: a player or the middle of the table, ``pot``, however its
    letters are written.

    >>> Payer().read("Pot"), Payer().read("Ana")
    ('pot', 'Ana')
    """

    expected = Word('a player\'s name, or "pot" for the middle')
    definition = "payer"
    spellings = Remembered(_paying)


_WITHOUT_JOKERS: Final = Spellings(SPELLINGS)
_WITH_JOKERS: Final = Spellings({**SPELLINGS, **JOKER_SPELLINGS})


class Card(Leaf[str]):
    """A card in any spelling of `referee.cards.deck.SPELLINGS`, read as its canonical name; a joker
    where the game, or without a game any of them, has ``jokers``.

    >>> Card().read("10H"), Card().read("??"), Card().read("1x")
    ('Th', '??', None)
    >>> Card(jokers=True).read("JK"), Card(jokers=False).read("JK")
    ('Jk', None)
    """

    definition = "card"
    spellings: Spellings

    def __init__(self, jokers: bool | None = None, **options: Any) -> None:
        self.jokers = vocabulary().jokers if jokers is None else jokers
        self.expected = (
            Word("a card such as 8h or Td (rank A 2-9 T J Q K, suit c d h s), or Jk, a joker")
            if self.jokers
            else Word("a card such as 8h or Td (rank A 2-9 T J Q K, suit c d h s)")
        )
        self.spellings = _WITH_JOKERS if self.jokers else _WITHOUT_JOKERS
        super().__init__(**options)

    def read(self, value: Any) -> str | None:
        """The canonical name."""
        return self.spellings[value] if type(value) is str else None

    def describe(self) -> dict[str, Any]:
        """A string that matches one of the spellings."""
        ranks, suits = set(), set()
        for spelling, card in SPELLINGS.items():
            if card != UNRECORDED:
                rank = "10" if spelling.startswith("10") else spelling[0]
                ranks.add(rank)
                suits.add(spelling.removeprefix(rank))
        others = [*JOKER_SPELLINGS, r"\?\?"] if self.jokers else [r"\?\?"]
        pattern = rf"^(?:(?:{_any(ranks)})(?:{_any(suits)})|{'|'.join(others)})$"
        return {"type": "string", "pattern": pattern}


def _any(forms: set[str]) -> str:
    return "|".join(sorted(forms, key=lambda form: (-len(form), form)))


class Whole(Leaf[int]):
    """A whole number within bounds; ``true`` and ``5.0`` are none.

    >>> Whole(0, 52).read(52), Whole(0, 52).read(53), Whole(0, 52).read(True)
    (52, None, None)
    """

    def __init__(self, least: int, most: int, expected: Phrase = "", **options: Any) -> None:
        self.least = least
        self.most = most
        self.expected = expected or Sentence(
            "a whole number from {least} to {most}", {"least": least, "most": most}
        )
        super().__init__(**options)

    def read(self, value: Any) -> int | None:
        """The number."""
        return value if type(value) is int and self.least <= value <= self.most else None

    def describe(self) -> dict[str, Any]:
        """An integer between two bounds."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Money(Whole):
    """An amount in the table's smallest unit, never negative."""

    definition = "money"

    def __init__(self, **options: Any) -> None:
        super().__init__(0, LARGEST, Word("a whole number without quotes, such as 5"), **options)


class Points(Whole):
    """Points that somebody has, which some games count below zero."""

    definition = "points"

    def __init__(self, **options: Any) -> None:
        super().__init__(-LARGEST, LARGEST, Word("points such as 12 or -3"), **options)


class Sum(Leaf[int]):
    """What amounts come to, however much that is; never negative."""

    expected = Word("a whole number that is not negative")
    definition = "sum"

    def read(self, value: Any) -> int | None:
        """The number."""
        return value if type(value) is int and value >= 0 else None

    def describe(self) -> dict[str, Any]:
        """An integer from 0 on."""
        return {"type": "integer", "minimum": 0}


class Balance(Leaf[int]):
    """What somebody is up (positive) or down (negative), in the table's smallest unit."""

    expected = Word("a whole number")
    definition = "balance"

    def read(self, value: Any) -> int | None:
        """The number."""
        return value if type(value) is int else None

    def describe(self) -> dict[str, Any]:
        """An integer."""
        return {"type": "integer"}


class EventNumber(Whole):
    """The position of an event in its log, counted from 1."""

    definition = "event_number"

    def __init__(self, **options: Any) -> None:
        super().__init__(1, LARGEST, **options)


_MINUTE = (
    r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]"
)
_AFTER_MINUTE = (
    r"(?::[0-5][0-9](?:[.,][0-9]{1,9})?)?"
    r"(?:Z|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)"
)
_match_minute = re.compile(_MINUTE).fullmatch
_match_after_minute = re.compile(_AFTER_MINUTE).fullmatch


def _minute(text: str) -> str | None:
    if not _match_minute(text):
        return None
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return None
    return text


def _after_minute(text: str) -> str | None:
    return text if _match_after_minute(text) else None


# the times of a log differ, but share their minutes, and their seconds with the offset
_MINUTES: Final = Remembered(_minute)
_AFTER_MINUTES: Final = Remembered(_after_minute)
_SPLIT: Final = len("2026-05-02T20:00")


class Instant(Leaf[str]):
    """A point in time in ISO 8601 with an offset, kept as it was written.

    >>> Instant().read("2026-05-02T20:00:13-06:00"), Instant().read("2026-02-30T20:00Z")
    ('2026-05-02T20:00:13-06:00', None)
    """

    expected = Word("a time with its offset such as 2026-05-02T20:00:13-06:00")
    definition = "instant"

    def read(self, value: Any) -> str | None:
        """The text of the instant."""
        if type(value) is not str or _MINUTES[value[:_SPLIT]] is None:
            return None
        return None if _AFTER_MINUTES[value[_SPLIT:]] is None else value

    def describe(self) -> dict[str, Any]:
        """A string of that form; that the month has the day is not described."""
        return {"type": "string", "pattern": f"^{_MINUTE}{_AFTER_MINUTE}$"}


_ONLY_ONCE = Word("every player only once, whatever the case of the letters")


def only_once(names: Iterable[str]) -> bool:
    """Whether no name occurs twice but for Unicode form and letter case.

    >>> only_once(["Ana", "Eva"]), only_once(["Ana", "ANA"])
    (True, False)
    """
    folded = [fold(name) for name in names]
    return len(set(folded)) == len(folded)


class ListOf(Field[list[Any]]):
    """A list of values of one kind."""

    def __init__(self, inner: Field[Any], expected: Phrase = "", **options: Any) -> None:
        super().__init__(**options)
        self.inner = inner
        if expected:
            self.expected = expected

    def misfit(self, items: list[Any]) -> Phrase | None:
        """What is expected where the items, each right by itself, do not go together; else None."""


class Cards(ListOf):
    """A list of cards, in the order in which they were written."""

    expected = Word("a list of cards such as 8h, 9h, Th")

    def __init__(self, jokers: bool | None = None, **options: Any) -> None:
        super().__init__(Card(jokers), **options)


class Melds(ListOf):
    """A list of melds, each a list of cards."""

    expected = Word("a list of melds, each a list of cards")

    def __init__(self, jokers: bool | None = None, **options: Any) -> None:
        super().__init__(Cards(jokers), **options)


class Words(ListOf):
    """A list of words out of a few."""

    def __init__(self, words: Iterable[str], **options: Any) -> None:
        choice = Choice(words)
        expected = Sentence("a list of words from {words}", {"words": ", ".join(choice.words)})
        super().__init__(choice, expected, **options)


class Players(ListOf):
    """A list of players, each once."""

    expected: Phrase = Word("a list of players' names")
    metadata: Mapping[str, Any] = MappingProxyType({"uniqueItems": True})

    def __init__(self, **options: Any) -> None:
        super().__init__(Player(), **options)

    def misfit(self, items: list[Any]) -> Phrase | None:
        """Everybody only once."""
        return None if only_once(items) else _ONLY_ONCE


class Seats(Players):
    """The players in turn order, as many as there may be."""

    def __init__(self, seats: range, **options: Any) -> None:
        super().__init__(**options)
        self.expected = so_many_names(seats)
        self.metadata = {**self.metadata, "minItems": seats[0], "maxItems": seats[-1]}


def so_many_names(seats: range) -> Sentence:
    """A list of as many players as there may be, in words."""
    facts = {"fewest": seats[0], "most": seats[-1]}
    return Sentence("a list of {fewest} to {most} players' names", facts)


class ListOrCount(Field[Any]):
    """Either the cards themselves or how many they are, up to all of the deck."""

    def __init__(self, deck: int, jokers: bool | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.expected = Sentence(
            "a list of cards, or their number from 0 to {most}", {"most": deck}
        )
        self.cards = Cards(jokers)
        self.count = Whole(0, deck)


class MapOf(Field[dict[str, Any]]):
    """A map from names of one kind to values of another."""

    def __init__(self, name: Leaf[str], worth: Field[Any], **options: Any) -> None:
        super().__init__(**options)
        self.name = name
        self.worth = worth

    def misfit(self, names: Iterable[str]) -> Phrase | None:
        """What is expected where the names, each right by itself, do not go together; else None."""


class PerPlayer(MapOf):
    """A map from players, each once, to values of one kind."""

    expected = Word("a map from players' names")

    def __init__(self, worth: Field[Any], **options: Any) -> None:
        super().__init__(Player(), worth, **options)

    def misfit(self, names: Iterable[str]) -> Phrase | None:
        """Everybody only once."""
        return None if only_once(names) else _ONLY_ONCE


class House(Field[dict[str, Any]]):
    """House rules by name, each with its option, out of those that these games have."""

    expected = Word("a map from house rules to options")

    def __init__(self, games: Vocabulary | None = None, **options: Any) -> None:
        super().__init__(**options)
        known = games or vocabulary()
        self.rules: dict[str, Field[Any]] = {
            rule: Words(words) if rule in known.lists else Choice(words)
            for rule, words in known.house_rules().items()
        }


class Recorded(Field[dict[str, Any]]):
    """An event inside another one, in a log of this game or of any; it has no ``seq``."""

    expected = Word("an event")

    def __init__(self, game: str = "", **options: Any) -> None:
        super().__init__(**options)
        self.game = game


class Logged(Field[dict[str, Any]]):
    """An event with a place of its own in a log, of any game."""

    expected = Word("an event")
