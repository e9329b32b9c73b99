"""A fast check of events, derived from their schemas.

Each field becomes one function from a JSON value to the value as the log keeps it, or to None
where it is refused, which costs a small part of a load by marshmallow. What is refused here is
loaded by its schema, which has the message.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from marshmallow import INCLUDE, ValidationError, fields

from schemas.events import Event, Recorded, protocol
from schemas.fields import Leaf, ListOrCount, PerPlayer, distinct, is_extra
from schemas.strict import Strict

Check = Callable[[Any], Any]


def check_of(field: fields.Field[Any]) -> Check:
    """The check of one field. Raises TypeError for a kind of field that this module cannot read."""
    if field.pre_load or field.post_load:
        raise TypeError(f"the field {field.name} changes its value outside its class")
    check = _unvalidated(field)
    return _validated(check, field.validators) if field.validators else check


def _unvalidated(field: fields.Field[Any]) -> Check:
    match field:
        case Leaf():
            return field.read
        case fields.List():
            return _listed(check_of(field.inner))
        case PerPlayer():
            return _per_player(field.player.read, check_of(field.worth))
        case ListOrCount():
            cards, count = check_of(field.cards), field.count.read
            return lambda value: cards(value) if type(value) is list else count(value)
        case Recorded():
            return _recorded(field.game)
        case fields.Nested():
            nested = field.schema
            if isinstance(nested, Strict):
                return acceptor(nested)
    raise TypeError(f"there is no fast check for the field {field.name}")


def _validated(check: Check, validators: list[Callable[[Any], Any]]) -> Check:
    def accept(value: Any) -> Any:
        read = check(value)
        if read is None:
            return None
        try:
            for validate in validators:
                validate(read)
        except ValidationError:
            return None
        return read

    return accept


def _listed(each: Check) -> Check:
    def accept(value: Any) -> list[Any] | None:
        if type(value) is not list:
            return None
        read = [each(item) for item in value]
        return None if None in read else read

    return accept


def _per_player(player: Check, worth: Check) -> Check:
    def accept(value: Any) -> dict[str, Any] | None:
        if type(value) is not dict:
            return None
        read = {player(name): worth(item) for name, item in value.items()}
        if None in read or None in read.values():
            return None
        try:
            distinct(value)
        except ValidationError:
            return None
        return read

    return accept


def acceptor(schema: Strict) -> Check:
    """The check of one schema: a dict of JSON values to the loaded dict, or to None."""
    checks = {name: check_of(field) for name, field in schema.fields.items()}
    required = frozenset(name for name, field in schema.fields.items() if field.required)
    nullable = frozenset(name for name, field in schema.fields.items() if field.allow_none)
    keeps_extras = schema.unknown == INCLUDE
    contradictory = type(schema).contradiction is not Strict.contradiction

    def accept(value: Any) -> dict[str, Any] | None:
        if type(value) is not dict:
            return None
        read = {}
        for name, item in value.items():
            check = checks.get(name)
            if check is not None:
                found = check(item)
                if found is None and (item is not None or name not in nullable):
                    return None
                read[name] = found
            elif keeps_extras and is_extra(name, item):
                read[name] = item
            else:
                return None
        if not required <= read.keys() or (contradictory and schema.contradiction(read)):
            return None
        return read

    return accept


@cache
def accepting(game: str = "", *, recorded: bool = False) -> Check:
    """The check of an event in a log of a game, or of any; ``recorded`` of one inside another."""
    spoken = protocol(game)
    schemas = spoken.recorded if recorded else spoken.logged
    checks = {name: acceptor(schema) for name, schema in schemas.items()}

    def accept(value: Any) -> Event | None:
        if type(value) is not dict:
            return None
        name = value.get("type")
        check = checks.get(name) if type(name) is str else None
        return check(value) if check else None

    return accept


def accept_event(value: object) -> Event | None:
    """The event as `schemas.events.load_event` gives it; None where that has an error.

    >>> accept_event({"type": "draw", "player": "Ana", "card": "10H"})
    {'type': 'draw', 'player': 'Ana', 'card': 'Th'}
    >>> accept_event({"type": "draw", "player": "Ana", "crad": "10H"})
    """
    event: Event | None = accepting()(value)
    return event


def _recorded(game: str) -> Check:
    """The check of an event inside another one, which may hold one in its turn."""
    return lambda value: accepting(game, recorded=True)(value)
