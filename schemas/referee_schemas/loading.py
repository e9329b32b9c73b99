"""Reading by marshmallow: exact and slow, with a message for whatever is wrong.

What the modules `fields` and `events` declare is bound to marshmallow here. Of logs that can be
read nothing comes here: `acceptance` gives the same events faster.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, TypeVar, cast

from marshmallow import INCLUDE, Schema, ValidationError, fields, pre_load, validates_schema
from marshmallow.exceptions import SCHEMA
from marshmallow.schema import SchemaMeta
from marshmallow.types import UnknownOption

from referee.wording.language import Word, joined
from referee.wording.phrases import Phrase
from referee.wording.sentences import Sentence
from referee_schemas.cards import ListOrCount
from referee_schemas.events import Event, Misfits, Protocol, protocol
from referee_schemas.fields import Field, House, Leaf, ListOf, Logged, MapOf, Recorded, is_extra
from referee_schemas.people import Winners
from referee_schemas.unreadable import Unreadable, quoted, shortened

T = TypeVar("T")

KEY: Final = object()
"""In the messages of a ValidationError: not the value at this place is wrong but its name."""


def expects(phrase: Phrase) -> dict[str, Any]:
    """The error messages of a field that reads what this phrase describes."""
    # in a list, which marshmallow hands on as it is: the phrase is told where somebody reads it
    return {key: [phrase] for key in ("required", "null", "invalid", "type")}


def _options(field: Field[Any]) -> dict[str, Any]:
    return {
        "required": field.required,
        "allow_none": field.allow_none,
        "error_messages": expects(field.expected),
    }


class Bound(fields.Field[Any]):
    """A declared field, as marshmallow reads it."""

    def __init__(self, declared: Field[Any]) -> None:
        super().__init__(**_options(declared))
        self.declared = declared

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return _read(self.declared, value)


def _read(field: Field[Any], value: Any) -> Any:
    """A value as the log keeps it. Raises ValidationError."""
    if value is None and field.allow_none:
        return None
    found = None if value is None else _reader(field)(value)
    if found is None:
        raise ValidationError([field.expected])
    return found


def _reader(field: Field[Any]) -> Callable[[Any], Any]:
    """Return what reads the values of a field that are there. None is what it refuses without a
    message of its own."""
    match field:
        case Leaf():
            return field.read
        case ListOf():
            return lambda value: _read_list(field, value)
        case MapOf():
            return lambda value: _read_map(field, value)
        case ListOrCount():
            return lambda value: (
                _read(field.cards, value) if type(value) is list else field.count.read(value)
            )
        case Winners():
            return lambda value: (
                field.read(_read(field.several, value))
                if type(value) is list
                else field.one.read(value)
            )
        case Recorded():
            return lambda value: _loaded(value, protocol(field.game), recorded=True)
        case Logged():
            return load_event
    raise TypeError(f"marshmallow is told nothing of a {type(field).__name__}")


def _read_list(field: ListOf, value: Any) -> list[Any] | None:
    if type(value) is not list:
        return None
    read, wrong = [], {}
    for place, item in enumerate(value):
        try:
            read.append(_read(field.inner, item))
        except ValidationError as error:
            wrong[place] = error.messages
    if wrong:
        raise ValidationError(cast(dict[str, Any], wrong))
    return _fitting(field, read, read)


def _read_map(field: MapOf, value: Any) -> dict[str, Any] | None:
    if type(value) is not dict:
        return None
    read = {}
    for name, worth in value.items():
        known_name = field.name.read(name)
        if known_name is None:
            raise ValidationError({name: {KEY: [field.name.expected]}})
        try:
            read[known_name] = _read(field.worth, worth)
        except ValidationError as error:
            raise ValidationError({name: error.messages}) from error
    return _fitting(field, value, read)


def _fitting(field: ListOf | MapOf, names: Any, read: T) -> T:
    misfit = field.misfit(names)
    if misfit is not None:
        raise ValidationError([misfit])
    return read


def known(name: object, words: list[str]) -> Sentence:
    """Return what to write instead of a name that is none of these words.

    >>> known("crad", ["card", "player"]).told(), known(7, ["card", "player"]).told()
    ('"card", the nearest known name', 'one of card, player')
    """
    nearest = get_close_matches(str(name)[:64], words, n=1)
    if nearest:
        return Sentence('"{name}", the nearest known name', {"name": nearest[0]})
    return Sentence("one of {words}", {"words": joined(words)})


_PLAIN = Word("plain JSON: text without NUL, 64-bit numbers")


class _Declaring(SchemaMeta):
    """Binds the declared fields of a schema."""

    def __new__(mcs, name: str, bases: tuple[type, ...], attrs: dict[str, Any]) -> SchemaMeta:
        bound = {key: bind(one) if isinstance(one, Field) else one for key, one in attrs.items()}
        return super().__new__(mcs, name, bases, bound)


class Strict(Schema, metaclass=_Declaring):
    """Refuses every name that it does not declare.

    With ``unknown = INCLUDE`` it keeps those that `is_extra` admits. Error messages are, in words,
    what would have been read.
    """

    class Meta:
        """Strict unless a schema says otherwise."""

        unknown: UnknownOption = "raise"

    def contradiction(self, data: dict[str, Any]) -> dict[str, Any] | None:
        """Return what the fields, each right by itself, cannot say together.

        Gives the messages of a ValidationError; None where they agree.
        """

    @pre_load
    def _refuse_unknown(self, data: Any, **_: Any) -> Any:
        if type(data) is not dict:
            raise ValidationError(Word("a JSON object"))
        for name, value in data.items():
            if name in self.fields:
                continue
            if self.unknown != INCLUDE or not name.startswith("x_"):
                raise ValidationError({name: {KEY: [known(name, list(self.fields))]}})
            if not is_extra(name, value):
                raise ValidationError({name: [_PLAIN]})
        return data

    @validates_schema
    def _refuse_contradiction(self, data: dict[str, Any], **_: Any) -> None:
        messages = self.contradiction(data)
        if messages:
            raise ValidationError(messages)


class BoundHouse(fields.Nested):
    """House rules, as marshmallow reads them."""

    def __init__(self, declared: House) -> None:
        rules = Strict.from_dict(_bound(declared.rules), name="HouseRules")
        super().__init__(rules, **_options(declared))
        self.declared = declared

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if type(value) is not dict:
            raise self.make_error("invalid")
        return super()._deserialize(value, *args, **kwargs)


def bind(declared: Field[Any]) -> fields.Field[Any]:
    """How marshmallow reads a declared field."""
    return BoundHouse(declared) if isinstance(declared, House) else Bound(declared)


def _bound(declared: Mapping[str, Field[Any]]) -> dict[str, fields.Field[Any]]:
    return {name: bind(field) for name, field in declared.items()}


class EventSchema(Strict):
    """How marshmallow reads the events of one type."""

    class Meta:
        """Fields whose names begin with ``x_`` are kept."""

        unknown: UnknownOption = "include"

    contradicting: Callable[[Event], Misfits | None] | None = None

    def contradiction(self, data: Event) -> Misfits | None:
        """Return what the fields of this type cannot say together."""
        return self.contradicting(data) if self.contradicting else None


@cache
def _schema_of(game: str, kind: str, *, recorded: bool) -> EventSchema:
    logged = protocol(game)[kind]
    shape = logged.recorded() if recorded else logged
    schema = EventSchema.from_dict(_bound(shape.fields), name=kind)()
    assert isinstance(schema, EventSchema)
    schema.contradicting = shape.contradiction
    return schema


def load_event(value: object, game: str = "") -> Event:
    """An event of a game, or of any, as the log keeps it. Raises ValidationError.

    >>> load_event({"type": "draw", "player": "Ana", "card": "10H"})["card"]
    'Th'
    """
    return _loaded(value, protocol(game))


def _loaded(value: object, spoken: Protocol, *, recorded: bool = False) -> Event:
    if type(value) is not dict:
        raise ValidationError(Word("an event, which is a JSON object with a type"))
    name = value.get("type")
    if type(name) is str and name in spoken.also:
        name = spoken.also[name]
        value = {**value, "type": name}
    if type(name) is str and name not in spoken and name in protocol():
        facts = {"game": spoken.game, "events": joined(spoken)}
        raise ValidationError({"type": [Sentence("an event that {game} has: {events}", facts)]})
    if type(name) is not str or name not in spoken:
        raise ValidationError({"type": [known(name, list(spoken))]})
    event: Event = _schema_of(spoken.game, name, recorded=recorded).load(value)
    return event


def loaded(value: object, game: str = "") -> Event:
    """The event as its schema reads it. Raises Unreadable."""
    try:
        return load_event(value, game)
    except ValidationError as error:
        raise first_fault(value, error.messages) from error


def first_fault(value: Any, messages: Any) -> Unreadable:
    """Return what a schema refused first in a value, given the messages of its ValidationError."""
    field, missing, name = "", False, None
    while isinstance(messages, dict):
        step, messages = next(iter(messages.items()))
        if step is KEY:
            value, missing = name, False
        elif isinstance(step, int):
            field += f"[{step}]"
            value = value[step]
        elif step != SCHEMA or isinstance(messages, dict):
            field += f".{shortened(step)}"
            missing = step not in value
            value, name = value.get(step), step
    found = Word("nothing") if missing else quoted(value)
    return Unreadable(found, messages[0], field=field.removeprefix(".") or None)
