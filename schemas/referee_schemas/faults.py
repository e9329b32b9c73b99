"""Words for input that cannot be read: the value that was refused, and the one expected."""

from difflib import get_close_matches
from typing import Any, Final

from referee.judging.corrections import Event
from referee.wording.language import Word, joined
from referee.wording.sentences import Phrase, Sentence
from referee.wording.unreadable import Unreadable, quoted, shortened
from referee_schemas.cards import ListOrCount
from referee_schemas.events import Logged, Protocol, protocol
from referee_schemas.fields import DeclaredField, House, ListOf, MapOf, is_extra
from referee_schemas.people import Winners

Messages = list[Phrase] | dict[Any, Any]
"""The values expected instead, in words, by the name of the part or its index in a list. The same
form as marshmallow's messages."""

KEY: Final = object()  # a key among the messages: the name is wrong, not the value

_PLAIN: Final = Word("plain JSON: text without NUL, 64-bit numbers")
_SCHEMA: Final = "_schema"


def wrong(field: DeclaredField[Any], value: Any) -> Messages | None:
    """Return the first fault that a field finds in a value; None if it can be read."""
    if field.read(value) is not None or (value is None and field.allow_none):
        return None
    return (value is not None and _inside(field, value)) or [field.expected]


def _inside(field: DeclaredField[Any], value: Any) -> Messages | None:
    match field, value:
        case ListOf(), list():
            for place, item in enumerate(value):
                if messages := wrong(field.inner, item):
                    return {place: messages}
            misfit = field.misfit([*map(field.inner.read, value)])
            return [misfit] if misfit else None
        case MapOf(), dict():
            for name, item in value.items():
                if messages := wrong(field.name, name):
                    return {name: {KEY: messages}}
                if messages := wrong(field.worth, item):
                    return {name: messages}
            misfit = field.misfit(value)
            return [misfit] if misfit else None
        case ListOrCount(), list():
            return wrong(field.cards, value)
        case Winners(), list():
            return wrong(field.several, value)
        case House(), dict():
            return _wrong_part(field.rules, value)
        case Logged(), _:
            return wrong_event(value, field.protocol)
    return None


def _wrong_part(
    fields: Any, value: dict[str, Any], *, extras: bool = False
) -> dict[Any, Any] | None:
    for name, item in value.items():
        if name not in fields and not (extras and is_extra(name, item)):
            known_as_extra = extras and name.startswith("x_")
            return {name: [_PLAIN] if known_as_extra else {KEY: [known(name, list(fields))]}}
    for name, field in fields.items():
        if name in value:
            if messages := wrong(field, value[name]):
                return {name: messages}
        elif field.required:
            return {name: [field.expected]}
    return None


def wrong_event(value: Any, spoken: Protocol) -> Messages | None:
    """Return the first fault in an event of a log; None if it can be read."""
    if type(value) is not dict:
        return [Word("an event, which is a JSON object with a type")]
    name = value.get("type")
    if type(name) is str:
        name = spoken.also.get(name, name)
    if type(name) is not str or name not in spoken:
        if type(name) is str and name in protocol():
            facts = {"game": spoken.game, "events": joined(spoken)}
            return {"type": [Sentence("an event that {game} has: {events}", facts)]}
        return {"type": [known(name, list(spoken))]}
    shape, event = spoken[name], {**value, "type": name}
    if messages := _wrong_part(shape.fields, event, extras=True):
        return messages
    read = shape.read_fields(event)
    return shape.contradiction(read) if shape.contradiction and read is not None else None


def known(name: object, words: list[str]) -> Sentence:
    """Return a suggestion for a name that is not one of these words.

    >>> known("crad", ["card", "player"]).render(), known(7, ["card", "player"]).render()
    ('"card", the nearest known name', 'one of card, player')
    """
    nearest = get_close_matches(str(name)[:64], words, n=1)
    if nearest:
        return Sentence('"{name}", the nearest known name', {"name": nearest[0]})
    return Sentence("one of {words}", {"words": joined(words)})


def loaded(value: object, game: str = "") -> Event:
    """Return the event of a game, or of any game, in canonical form. Raises Unreadable."""
    spoken = protocol(game)
    event = spoken.read(value)
    if event is None:
        raise first_fault(value, wrong_event(value, spoken))
    return event


def first_fault(value: Any, messages: Any) -> Unreadable:
    """Return the error about the first of these messages."""
    field, missing, name = "", False, None
    while isinstance(messages, dict):
        step, messages = next(iter(messages.items()))
        if step is KEY:
            value, missing = name, False
        elif isinstance(step, int):
            field += f"[{step}]"
            value = value[step]
        elif step != _SCHEMA or isinstance(messages, dict):
            field += f".{shortened(step)}"
            missing = step not in value
            value, name = value.get(step), step
    found = Word("nothing") if missing else quoted(value)
    return Unreadable(found, messages[0], field=field.removeprefix(".") or None)
