"""The values that events and reports are made of.

The ``read`` of a field returns the canonical value, or raises `Refused`. A value without parts is a
`Leaf`. Logs, the web interface (by marshmallow) and the published JSON Schemas all use these
fields.
"""

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from difflib import get_close_matches
from functools import partial
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from referee.wording.language import Word, joined
from referee.wording.sentences import Phrase, Sentence
from referee_schemas.vocabulary import Vocabulary, vocabulary

T = TypeVar("T")

LARGEST: Final = 2**63 - 1

_NUL = r"\u0000"
CONTROLS = r"\u0000-\u001f\u007f-\u009f\u2028\u2029"
# kept out of published patterns: some regex engines cannot read lone surrogates
_HALVES = r"\ud800-\udfff"
JOINERS = r"\u200c\u200d\ufe00-\ufe0f"
find_unwritable = re.compile(f"[{_NUL}{_HALVES}]").search
find_unspeakable = re.compile(f"[{CONTROLS}{_HALVES}]").search


def is_extra(name: str, value: object) -> bool:
    """Return whether an unknown field is an extension to keep: named ``x_…`` and plain JSON.

    >>> is_extra("x_pen", {"colour": "blue"}), is_extra("pen", "blue"), is_extra("x_pen", 2**64)
    (True, False, False)
    """
    return name.startswith("x_") and _is_plain(name) and _is_plain(value)


def _is_plain(value: object) -> bool:
    match value:
        case None | bool():
            return True
        case str():
            return not find_unwritable(value)
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


Messages = list[Phrase] | dict[Any, Any]
"""The values expected instead, in words, by the name of the part or its index in a list. The same
form as marshmallow's messages."""

KEY: Final = object()  # a key among the messages: the name is wrong, not the value

_PLAIN: Final = Word("plain JSON: text without NUL, 64-bit numbers")


class Refused(Exception):  # noqa: N818 - named after what is wrong, like the other errors
    """A value that a field refuses; ``messages`` say which part, and what was expected."""

    def __init__(self, messages: Messages) -> None:
        super().__init__(messages)
        self.messages = messages


class DeclaredField(Generic[T], ABC):
    """A field: ``required`` if it must be there, ``allow_none`` if it may be null.

    ``expected`` describes the accepted values in words; it is empty if the field is only written.
    ``metadata`` is added to the published schemas.
    """

    expected: Phrase = ""
    metadata: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, *, required: bool = False, allow_none: bool = False) -> None:
        self.required = required
        self.allow_none = allow_none

    def read(self, value: Any) -> T | None:
        """Return the value in canonical form. Raises Refused."""
        found = self.accept(value)
        if found is None and not (value is None and self.allow_none):
            raise Refused([self.expected])
        return found

    def read_part(self, name: object, value: Any) -> T | None:
        """Return the value of a part of this name, or at this place. Raises Refused."""
        try:
            return self.read(value)
        except Refused as refused:
            raise Refused({name: refused.messages}) from None

    @abstractmethod
    def accept(self, value: Any) -> T | None:
        """Return the value in canonical form; None if it is refused. Raises Refused for a part."""


def known(name: object, words: list[str]) -> Sentence:
    """Return a suggestion for a name that is not one of these words.

    >>> known("crad", ["card", "player"]).render(), known(7, ["card", "player"]).render()
    ('"card", the nearest known name', 'one of card, player')
    """
    nearest = get_close_matches(str(name)[:64], words, n=1)
    if nearest:
        return Sentence('"{name}", the nearest known name', {"name": nearest[0]})
    return Sentence("one of {words}", {"words": joined(words)})


def read_object(
    fields: Mapping[str, DeclaredField[Any]], value: dict[str, Any], *, extras: bool = False
) -> dict[str, Any]:
    """Return an object with these fields in canonical form; with ``extras`` it keeps ``x_`` fields.
    Raises Refused."""
    for name, item in value.items():
        if name not in fields and not (extras and is_extra(name, item)):
            is_wrong_extra = extras and name.startswith("x_")
            raise Refused({name: [_PLAIN] if is_wrong_extra else {KEY: [known(name, [*fields])]}})
    found, name = dict(value), ""
    try:
        for name, field in fields.items():
            if name in found:
                found[name] = field.read(found[name])
            elif field.required:
                raise Refused([field.expected])  # noqa: TRY301 - raised for the part, too
    except Refused as refused:
        raise Refused({name: refused.messages}) from None
    return found


class Leaf(DeclaredField[T]):
    """A value without parts.

    ``definition`` is the name under which the published schemas share its description; without one
    the description is repeated at every use.
    """

    definition: str | None = None

    @abstractmethod
    def describe(self) -> dict[str, Any]:
        """Return the JSON Schema of this value."""


class Typed(Leaf[Any]):
    """Any value of these types, described by this JSON Schema."""

    def __init__(
        self, types: tuple[type, ...], expected: Phrase, described: Mapping[str, Any],
        definition: str | None = None, **options: Any,
    ) -> None:  # fmt: skip
        self.types, self.expected, self.described = types, expected, described
        self.definition = definition
        super().__init__(**options)

    def accept(self, value: Any) -> Any:
        return value if type(value) in self.types else None

    def describe(self) -> dict[str, Any]:
        return dict(self.described)


class Constant(Leaf[T]):
    """A constant.

    >>> Constant("draw").accept("draw"), Constant(1).accept(True)
    ('draw', None)
    """

    def __init__(self, only: T, **options: Any) -> None:
        super().__init__(**options)
        self.only = only
        self.expected = f"{only}"

    def accept(self, value: Any) -> T | None:
        return self.only if type(value) is type(self.only) and value == self.only else None

    def describe(self) -> dict[str, Any]:
        return {"const": self.only}


YesOrNo: Final = partial(Typed, (bool,), Word("true or false"), {"type": "boolean"})


class Choice(Leaf[str]):
    """One of a few words.

    >>> Choice(["on", "off"]).accept("on"), Choice(["on", "off"]).accept("ON")
    ('on', None)
    """

    def __init__(self, words: Iterable[str], **options: Any) -> None:
        super().__init__(**options)
        self.words = {word: word for word in words}
        self.expected = Sentence("one of {words}", {"words": joined(self.words)})

    def accept(self, value: Any) -> str | None:
        return self.words.get(value) if type(value) is str else None

    def describe(self) -> dict[str, Any]:
        return {"enum": list(self.words)}


class SideGameField(Choice):
    """The name of a side game."""

    definition = "side_game"

    def __init__(self, words: Iterable[str] | None = None, **options: Any) -> None:
        if words is None:
            words = vocabulary().words.get("side_game", ())
        super().__init__(words, **options)


class Text(Leaf[str]):
    """Free text up to a length, kept as written; NUL and lone surrogates are refused.

    >>> Text().accept("la metió en la mano"), Text(longest=3).accept("four")
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

    def accept(self, value: Any) -> str | None:
        if type(value) is not str or not self.shortest <= len(value) <= self.longest:
            return None
        return None if find_unwritable(value) else value

    def describe(self) -> dict[str, Any]:
        return {
            "type": "string",
            "minLength": self.shortest,
            "maxLength": self.longest,
            "pattern": f"^[^{_NUL}]*$",
        }


class Whole(Leaf[int]):
    """A whole number within bounds (no upper one if ``most`` is None), but not ``true`` or ``5.0``.

    >>> Whole(0, 52).accept(52), Whole(0, 52).accept(53), Whole(0, 52).accept(True)
    (52, None, None)
    """

    def __init__(
        self, least: int, most: int | None, expected: Phrase = "",
        definition: str | None = None, **options: Any,
    ) -> None:  # fmt: skip
        self.least, self.most, self.definition = least, most, definition
        self.expected = expected or Sentence(
            "a whole number from {least} to {most}", {"least": least, "most": most}
        )
        super().__init__(**options)

    def accept(self, value: Any) -> int | None:
        is_one = type(value) is int and self.least <= value
        return value if is_one and (self.most is None or value <= self.most) else None

    def describe(self) -> dict[str, Any]:
        highest = {} if self.most is None else {"maximum": self.most}
        return {"type": "integer", "minimum": self.least, **highest}


_IN_UNITS: Final = Word("a whole number of the smallest unit, without quotes: 1250 for 12.50")
_SCORE: Final = Word("points such as 12 or -3")

Sum: Final = partial(Whole, 0, None, Word("a whole number that is not negative"), "sum")
"""A sum of amounts, of any size; never negative."""

Money: Final = partial(Whole, 0, LARGEST, _IN_UNITS, "money")
"""An amount in the table's smallest unit, never negative."""

Points: Final = partial(Whole, -LARGEST, LARGEST, _SCORE, "points")
"""A player's points, which some games count below zero."""

Balance: Final = partial(Typed, (int,), Word("a whole number"), {"type": "integer"}, "balance")
"""The amount that a player is up (positive) or down (negative), in the table's smallest unit."""

EventNumber: Final = partial(Whole, 1, LARGEST, "", "event_number")
"""The position of an event in its log, counted from 1."""

HandNumber: Final = partial(Whole, 0, LARGEST, "", "hand_number")
"""The number of a hand in its log, counted from 1; 0 before the first."""

LineNumber: Final = partial(Whole, 1, LARGEST, "", "line_number")
"""The number of a line in its file, counted from 1."""


_INSTANT: Final = re.compile(
    r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,9})?)?"
    r"(?:Z|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?)"
)


class Instant(Leaf[str]):
    """A point in time in ISO 8601 with an offset, kept as written.

    >>> Instant().accept("2026-05-02T20:00:13-06:00"), Instant().accept("2026-02-30T20:00Z")
    ('2026-05-02T20:00:13-06:00', None)
    """

    expected = Word("a time with its offset such as 2026-05-02T20:00:13-06:00")
    definition = "instant"

    def accept(self, value: Any) -> str | None:
        if type(value) is not str or not _INSTANT.fullmatch(value):
            return None
        try:
            datetime.fromisoformat(value[: len("2026-05-02")])
        except ValueError:
            return None
        return value

    def describe(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{_INSTANT.pattern}$"}


class ListOf(DeclaredField[list[Any]]):
    """A list of values of one kind."""

    def __init__(self, inner: DeclaredField[Any], expected: Phrase = "", **options: Any) -> None:
        super().__init__(**options)
        self.inner = inner
        if expected:
            self.expected = expected

    def accept(self, value: Any) -> list[Any] | None:
        if type(value) is not list:
            return None
        read = [self.inner.read_part(place, item) for place, item in enumerate(value)]
        if misfit := self.misfit(read):
            raise Refused([misfit])
        return read

    def misfit(self, items: list[Any]) -> Phrase | None:
        """Return the expected words if valid items do not go together; else None."""


class MapOf(DeclaredField[dict[str, Any]]):
    """A map from names of one kind to values of another."""

    def __init__(
        self, name: Leaf[str], worth: DeclaredField[Any], expected: Phrase = "", **options: Any
    ) -> None:
        super().__init__(**options)
        self.name = name
        self.worth = worth
        if expected:
            self.expected = expected

    def accept(self, value: Any) -> dict[str, Any] | None:
        if type(value) is not dict:
            return None
        read: dict[str, Any] = {}
        for name, item in value.items():
            key = self.name.accept(name)
            if key is None:
                raise Refused({name: {KEY: [self.name.expected]}})
            read[key] = self.worth.read_part(name, item)
        if misfit := self.misfit(value):
            raise Refused([misfit])
        return read

    def misfit(self, names: Collection[str]) -> Phrase | None:
        """Return the expected words if valid names do not go together; else None."""


class ObjectOf(DeclaredField[dict[str, Any]]):
    """An object with these parts, by name."""

    def __init__(
        self, parts: Mapping[str, DeclaredField[Any]], expected: Phrase, **options: Any
    ) -> None:
        super().__init__(**options)
        self.parts = parts
        self.expected = expected

    def accept(self, value: Any) -> dict[str, Any] | None:
        return read_object(self.parts, value) if type(value) is dict else None


class House(ObjectOf):
    """House rules of these games, by name, each with its option."""

    def __init__(self, games: Vocabulary | None = None, **options: Any) -> None:
        rules: dict[str, DeclaredField[Any]] = {}
        for rule, (words, takes_several) in (games or vocabulary()).house_rules.items():
            several = Sentence("a list of words from {words}", {"words": joined(words)})
            rules[rule] = ListOf(Choice(words), several) if takes_several else Choice(words)
        expected = Word("an object with an option for each house rule")
        super().__init__(rules, expected, **options)
