"""A fast check of events, derived from what the protocol declares.

Each field becomes one function from a JSON value to the value as the log keeps it, or to None
where it is refused, which costs a small part of a load by marshmallow. What is refused here is
loaded by its schema (`schemas.loading`), which has the message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from referee.judging.registry import find
from schemas.cards import ListOrCount
from schemas.events import Event, Shape, opening, protocol
from schemas.fields import Field, House, Leaf, ListOf, MapOf, Recorded, Spellings, is_extra
from schemas.vocabulary import vocabulary

Check = Callable[[Any], Any]

_TEXT = frozenset({str})


def check_of(field: Field[Any]) -> Check:
    """The check of one field. Raises TypeError for a kind of field that this module cannot read."""
    match field:
        case Leaf():
            return field.read
        case ListOf():
            return _listed(field)
        case MapOf():
            return _mapped(field)
        case ListOrCount():
            cards, count = check_of(field.cards), field.count.read
            return lambda value: cards(value) if type(value) is list else count(value)
        case House():
            return _object(field.rules)
        case Recorded():
            return _recorded(field.game)
    raise TypeError(f"there is no fast check for a {type(field).__name__}")


def _listed(field: ListOf) -> Check:
    spellings, misfit = _spellings_of(field.inner), field.misfit
    each = check_of(field.inner) if spellings is None else spellings.__getitem__
    any_type, anything_goes = spellings is None, type(field).misfit is ListOf.misfit

    def accept(value: Any) -> list[Any] | None:
        if type(value) is not list or not (any_type or _TEXT.issuperset(map(type, value))):
            return None
        read = list(map(each, value))
        return read if None not in read and (anything_goes or misfit(read) is None) else None

    return accept


def _spellings_of(field: Field[Any]) -> Spellings | None:
    return field.spellings if isinstance(field, Leaf) else None


def _mapped(field: MapOf) -> Check:
    name_of, worth, misfit = field.name.read, check_of(field.worth), field.misfit

    def accept(value: Any) -> dict[str, Any] | None:
        if type(value) is not dict:
            return None
        read: dict[Any, Any] = {name_of(name): worth(item) for name, item in value.items()}
        return None if None in read or None in read.values() or misfit(value) is not None else read

    return accept


def _object(fields: Mapping[str, Field[Any]], *, extras: bool = False) -> Check:
    """The check of an object with these fields; ``extras`` if a reader's own are kept."""
    checks = {name: check_of(field) for name, field in fields.items()}
    spellings = {name: _spellings_of(field) for name, field in fields.items()}
    tables = {name: table for name, table in spellings.items() if table is not None}
    required = tuple(name for name, field in fields.items() if field.required)
    nullable = frozenset(name for name, field in fields.items() if field.allow_none)

    def accept(value: Any) -> dict[str, Any] | None:
        if type(value) is not dict:
            return None
        read = {}
        for name, item in value.items():
            if type(item) is str and name in tables:
                found = tables[name][item]
            elif name in checks:
                found = checks[name](item)
            elif extras and is_extra(name, item):
                read[name] = item
                continue
            else:
                return None
            if found is None and (item is not None or name not in nullable):
                return None
            read[name] = found
        for name in required:
            if name not in read:
                return None
        return read

    return accept


def acceptor(shape: Shape) -> Check:
    """The check of events of one type: a dict of JSON values to the event, or to None."""
    event_of, contradiction = _object(shape.fields, extras=True), shape.contradiction
    if contradiction is None:
        return event_of

    def accept(value: Any) -> Event | None:
        event = event_of(value)
        return None if event is None or contradiction(event) else event

    return accept


@cache
def accepting(game: str = "", *, recorded: bool = False) -> Check:
    """The check of an event in a log of a game, or of any; ``recorded`` of one inside another."""
    spoken = protocol(game)
    also = spoken.also
    checks: dict[str, Check] = {}

    def check_of_type(kind: str) -> Check:
        if kind in also:
            return lambda value: accept({**value, "type": also[kind]})
        return acceptor(spoken[kind].recorded() if recorded else spoken[kind])

    def accept(value: Any) -> Event | None:
        if type(value) is not dict or "type" not in value:
            return None
        kind = value["type"]
        if type(kind) is not str:
            return None
        if kind not in checks:
            if kind not in spoken and kind not in also:
                return None
            checks[kind] = check_of_type(kind)
        event: Event | None = checks[kind](value)
        return event

    return accept


def accept_event(value: object) -> Event | None:
    """The event as `schemas.loading.load_event` gives it; None where that has an error.

    >>> accept_event({"type": "draw", "player": "Ana", "card": "10H"})
    {'type': 'draw', 'player': 'Ana', 'card': 'Th'}
    >>> accept_event({"type": "draw", "player": "Ana", "crad": "10H"})
    """
    event: Event | None = accepting()(value)
    return event


def accept_opening(value: object) -> Event | None:
    """The event that opens a log, as `accept_event` gives it, without a look at other games than
    the one that it names; None where it is no such event.

    >>> accept_opening({"type": "game", "game": "golf", "players": ["Ana", "Beto"]})["game"]
    'golf'
    """
    game = value.get("game") if type(value) is dict else None
    if type(game) is not str:
        return None
    try:
        check = _opening_of(game)
    except KeyError:
        return None
    event: Event | None = check(value)
    return event


@cache
def _opening_of(game: str) -> Check:
    return acceptor(opening(vocabulary(find(game).name), (game,)))


def _recorded(game: str) -> Check:
    """The check of an event inside another one, which may hold one in its turn."""
    return lambda value: accepting(game, recorded=True)(value)
