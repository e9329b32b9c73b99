"""A fast check of events, derived from what the protocol declares.

Each field becomes one function from a JSON value to the value as the log keeps it, or to None
where it is refused, which costs a small part of a load by marshmallow; each type of event one
function that puts these values into the event. What is refused here is loaded by its schema
(`referee_schemas.loading`), which has the message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from referee.judging.registry import find
from referee_schemas.cards import ListOrCount
from referee_schemas.depth import DEEPEST, is_deeper
from referee_schemas.events import Event, Protocol, Shape, opening, protocol
from referee_schemas.fields import Field, House, Leaf, ListOf, MapOf, Recorded, is_extra
from referee_schemas.people import Winners
from referee_schemas.vocabulary import vocabulary

Check = Callable[[Any], Any]

Acceptor = Callable[[dict[str, Any]], bool]
"""Puts the values as the log keeps them into an object; False where one is refused, and then the
others may have been put there or not."""

OFTEN_BESIDE: Final = ("at", "seq")
"""Fields that most events have beside their own."""

DEEPEST_PART: Final = DEEPEST - 1
"""Lists and objects inside each other in a part of an event, which is an object itself. Only fields
of a reader's own, and events inside other ones, can have so many."""

_JSON = frozenset({str, int, float, bool, type(None), list, dict})
"""The types of what JSON says: an acceptor would take a text of a subclass, too."""


def check_of(field: Field[Any]) -> Check:
    """The check of one field. Raises TypeError for a kind of field that this module cannot read."""
    match field:
        case Leaf():
            return _known_or_read(field)
        case ListOf():
            return _listed(field)
        case MapOf():
            return _mapped(field)
        case ListOrCount():
            cards, count = check_of(field.cards), field.count.read
            return lambda value: cards(value) if type(value) is list else count(value)
        case Winners():
            one, several = check_of(field.one), check_of(field.several)
            return lambda value: (
                field.read(several(value) or []) if type(value) is list else one(value)
            )
        case House():
            return _object(field.rules)
        case Recorded():
            return _recorded(field.game)
    raise TypeError(f"there is no fast check for a {type(field).__name__}")


def _known_or_read(field: Leaf[Any]) -> Check:
    if field.spellings is None:
        return field.read
    known, read = field.spellings, field.read

    def accept(value: Any) -> Any:
        try:
            return known[value]
        except (KeyError, TypeError):
            # it is not known yet, or no text
            return read(value)

    return accept


def _listed(field: ListOf) -> Check:
    each, misfit = check_of(field.inner), field.misfit
    anything_goes = type(field).misfit is ListOf.misfit
    spelled = _spelled(field.inner)

    def accept(value: Any) -> list[Any] | None:
        if type(value) is not list:
            return None
        read: list[Any]
        try:
            read = [spelled[one] for one in value]
        except (KeyError, TypeError):
            # one is not known yet, or no text
            read = list(map(each, value))
            if None in read:
                return None
        return read if anything_goes or misfit(read) is None else None

    return accept


def _spellings_of(field: Field[Any]) -> dict[str, Any] | None:
    return field.spellings if isinstance(field, Leaf) else None


def _spelled(field: Field[Any]) -> dict[str, Any]:
    """The spellings of a field, those that are read later among them; none where it has none."""
    known = _spellings_of(field)
    return {} if known is None else known


_MISSING: Final = None
_REFUSED: Final = object()


def _or_none(check: Check) -> Check:
    """Return a check that takes null, too, and gives a sign of its own where it refuses."""

    def accept(value: Any) -> Any:
        found = None if value is None else check(value)
        return _REFUSED if found is None and value is not None else found

    return accept


def _mapped(field: MapOf) -> Check:
    name_of, worth, misfit = field.name.read, check_of(field.worth), field.misfit
    refused = _MISSING
    if field.worth.allow_none:
        worth, refused = _or_none(worth), _REFUSED
    spelled = _spelled(field.name)

    def accept(value: Any) -> dict[str, Any] | None:
        if type(value) is not dict:
            return None
        read: dict[Any, Any]
        try:
            read = {spelled[name]: worth(item) for name, item in value.items()}
        except KeyError:
            # one is not known yet
            read = {name_of(name): worth(item) for name, item in value.items()}
        wrong = None in read or refused in read.values() or misfit(value) is not None
        return None if wrong else read

    return accept


def _object(fields: Mapping[str, Field[Any]]) -> Check:
    """The check of an object with these fields."""
    accept = _acceptor(fields)

    def check(value: Any) -> dict[str, Any] | None:
        if type(value) is not dict:
            return None
        read = value.copy()
        return read if accept(read) else None

    return check


def _acceptor(fields: Mapping[str, Field[Any]], *, kind: str = "") -> Acceptor:
    """The acceptor of objects with these fields; of events of this ``kind``, whose type has been
    looked at, fields of a reader's own are kept."""
    read = {name: field for name, field in fields.items() if not (kind and name == "type")}
    needed = {name: field for name, field in read.items() if field.required}
    nullable = frozenset(name for name, field in read.items() if field.allow_none)
    tables = {name: _spellings_of(field) for name, field in needed.items() if name not in nullable}
    checks = {name: check_of(field) for name, field in read.items()}
    words = tuple((name, known) for name, known in tables.items() if known is not None)
    parts = tuple((name, checks[name]) for name in tables if tables[name] is None)
    done = frozenset((*tables, "type") if kind else tables)
    beside = tuple((name, checks[name]) for name in OFTEN_BESIDE if name in read.keys() - done)
    least, complete = len(done), len(tables) == len(needed)

    def accept(value: dict[str, Any]) -> bool:
        if kind:
            value["type"] = kind
        try:
            for name, known in words:
                value[name] = known[value[name]]
        except (KeyError, TypeError):
            # one is not there, not known yet, or no text
            for name, _known in words:
                found = checks[name](value.get(name))
                if found is None:
                    return False
                value[name] = found
        if parts:
            for name, check in parts:
                found = check(value.get(name))
                if found is None:
                    return False
                value[name] = found
        others = len(value) - least
        if others:
            for name, check in beside:
                if name in value:
                    found = check(value[name])
                    if found is None:
                        return False
                    value[name] = found
                    others -= 1
        if not others and complete:
            return True
        for name in value:
            if name in done:
                continue
            item = value[name]
            if name in checks:
                found = checks[name](item)
                if found is None and (item is not None or name not in nullable):
                    return False
                value[name] = found
            elif is_deeper(item, DEEPEST_PART) or not (kind and is_extra(name, item)):
                return False
        return complete or needed.keys() <= value.keys()

    return accept


def acceptor(kind: str, shape: Shape) -> Acceptor:
    """The acceptor of events of one type, which some games call otherwise."""
    accept_fields, contradiction = _acceptor(shape.fields, kind=kind), shape.contradiction
    if contradiction is None:
        return accept_fields
    return lambda event: accept_fields(event) and not contradiction(event)


def _acceptors(spoken: Protocol, *, recorded: bool = False) -> dict[str, Acceptor]:
    """The acceptors of a protocol's events by type, each made when the first event of its type
    comes."""
    made: dict[str, Acceptor] = {}

    def made_later(name: str, kind: str) -> Acceptor:
        def accept_first(event: Event) -> bool:
            shape = spoken[kind]
            made[name] = acceptor(kind, shape.recorded() if recorded else shape)
            return made[name](event)

        return accept_first

    names = {kind: kind for kind in spoken} | dict(spoken.also)
    made.update((name, made_later(name, kind)) for name, kind in names.items())
    return made


@cache
def acceptors(game: str = "", *, recorded: bool = False) -> dict[str, Acceptor]:
    """The acceptors of the events in a log of a game, or of any; ``recorded`` of those inside
    another one."""
    return _acceptors(protocol(game), recorded=recorded)


@cache
def acceptors_after_opening(game: str) -> dict[str, Acceptor]:
    """The acceptors of the events behind the first one of a log, which alone opens it."""
    behind = _acceptors(protocol(game))
    behind["game"] = lambda _event: False
    return behind


def accepted(value: object, by: dict[str, Acceptor]) -> Event | None:
    """The event as the log keeps it, of a value that is left as it is; None where it has no
    acceptor, or where that refuses it."""
    if type(value) is not dict or not _JSON.issuperset(map(type, value.values())):
        return None
    event: Event = value.copy()
    try:
        accept = by[event["type"]]
    except (KeyError, TypeError):
        return None
    return event if accept(event) else None


def accept_event(value: object) -> Event | None:
    """The event as `referee_schemas.loading.load_event` gives it; None where that has an error.

    >>> accept_event({"type": "draw", "player": "Ana", "card": "10H"})
    {'type': 'draw', 'player': 'Ana', 'card': 'Th'}
    >>> accept_event({"type": "draw", "player": "Ana", "crad": "10H"})
    """
    return accepted(value, acceptors())


def _accept_opening(event: Event) -> bool:
    """Accept the event that opens a log without a look at other games than the one that it
    names."""
    game = event.get("game")
    if type(game) is not str:
        return False
    try:
        accept = _opening_of(game)
    except KeyError:
        return False
    return accept(event)


@cache
def _opening_of(game: str) -> Acceptor:
    return acceptor("game", opening(vocabulary(find(game).name), (game,)))


OPENING: Final[dict[str, Acceptor]] = {"game": _accept_opening}
"""The acceptor of a log's first event."""


def _recorded(game: str) -> Check:
    """The check of an event inside another one, which may hold one in its turn."""

    def check(value: Any) -> Event | None:
        if is_deeper(value, DEEPEST_PART):
            return None
        return accepted(value, acceptors(game, recorded=True))

    return check
