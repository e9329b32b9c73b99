"""The whole protocol on one page: what every game writes has a schema here, and the events of its
hands are those that its rulebook describes.

An event is read into a plain dict with the same names; cards are canonical, names are composed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, cast

from marshmallow import ValidationError, fields
from marshmallow.types import UnknownOption

from referee.wording.language import Word
from referee.wording.sentences import Sentence
from schemas.fields import (
    Choice,
    EventNumber,
    Instant,
    Is,
    Melds,
    Name,
    PerPlayer,
    Player,
    Players,
    Seats,
    Text,
    Whole,
    expects,
    so_many_names,
)
from schemas.forms import Declared, fields_of
from schemas.house import House
from schemas.strict import Strict, known
from schemas.vocabulary import kin, vocabulary

Event = dict[str, Any]


class Recorded(fields.Field[Event]):
    """An event inside another one, in a log of this game or of any; it has no ``seq``."""

    default_error_messages = expects(Word("an event"))

    def __init__(self, game: str = "", **options: Any) -> None:
        super().__init__(**options)
        self.game = game

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Event:
        return _loaded(value, protocol(self.game), protocol(self.game).recorded)


class Logged(fields.Field[Event]):
    """An event with a place of its own in a log."""

    default_error_messages = expects(Word("an event"))

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Event:
        return load_event(value)


class EventSchema(Strict):
    """What every event may say besides its own fields."""

    class Meta:
        """Fields whose names begin with ``x_`` are kept."""

        unknown: UnknownOption = "include"

    at = Instant()
    scribe = Name()
    note = Text()
    seq = EventNumber()
    id = Text(shortest=1, longest=64)


# The session. What depends on the game is declared below.


class Game(EventSchema):
    """Opens a log."""

    type = Is("game", required=True)
    players = Seats(required=True)
    house = House()
    unit = Text()
    title = Text()
    place = Text()
    date = Text()
    warnings = Choice(("silent", "on_call", "open"))

    def contradiction(self, data: Event) -> dict[str, Any] | None:
        """Players or a house rule that this game does not have."""
        seats = vocabulary(data["game"]).seats
        if len(data["players"]) not in seats:
            return {"players": [so_many_names(seats)]}
        misfit = vocabulary().misfit(data["game"], data.get("house", {}))
        return {"house": {misfit[0]: [misfit[1]]}} if misfit else None


class HouseChange(EventSchema):
    """The table changes house rules from the next hand on."""

    type = Is("house", required=True)
    agreed_by = Players()


class Join(EventSchema):
    """A player sits down after another one in turn order."""

    type = Is("join", required=True)
    player = Player(required=True)
    after = Player(required=True)


class Leave(EventSchema):
    """A player gets up."""

    type = Is("leave", required=True)
    player = Player(required=True)


# The record. What depends on the game is declared below.


class Correct(EventSchema):
    """An event was written down wrongly, or never happened."""

    type = Is("correct", required=True)
    event = EventNumber(required=True)
    why = Text(required=True)


class Insert(EventSchema):
    """An event that was forgotten, in its right place."""

    type = Is("insert", required=True)
    before = EventNumber(required=True)
    why = Text(required=True)


class Dispute(EventSchema):
    """A player contests what happened at an event."""

    type = Is("dispute", required=True)
    by = Player(required=True)
    event = EventNumber(required=True)
    text = Text(required=True)
    rule = Text()


class Ruling(EventSchema):
    """What the table decided about a dispute."""

    type = Is("ruling", required=True)
    dispute = EventNumber(required=True)
    decision = Choice(("upheld", "dismissed", "forgiven"), required=True)
    text = Text()


class Gap(EventSchema):
    """Something here was not written down."""

    type = Is("gap", required=True)


class Note(EventSchema):
    """A remark."""

    type = Is("note", required=True)
    note = Text(required=True)


# The protocol of a game

SESSION: Final[tuple[type[EventSchema], ...]] = (Game, HouseChange, Join, Leave)
RECORD: Final[tuple[type[EventSchema], ...]] = (Correct, Insert, Dispute, Ruling, Gap, Note)


def _by_game(game: str) -> Mapping[type[EventSchema], Declared]:
    """The fields of the events above that depend on the game."""
    words = vocabulary(game)
    return {
        Game: {"game": Choice(kin(game) if game else words.games, required=True)},
        HouseChange: {"house": House(words, required=True)},
        Correct: {"with": Recorded(game, required=True, allow_none=True)},
        Insert: {"event": Recorded(game, required=True)},
        Gap: {"melds": PerPlayer(Melds(words.jokers)), "stock": Whole(0, words.deck)},
    }


@dataclass(frozen=True, slots=True)
class Protocol:
    """The events that a log may have, by type: ``logged`` says how one is read that has a place of
    its own, ``recorded`` how one inside another."""

    game: str
    types: Mapping[str, type[EventSchema]]
    logged: Mapping[str, EventSchema]
    recorded: Mapping[str, EventSchema]


@cache
def protocol(game: str = "") -> Protocol:
    """The protocol of a game, or without one that of all games.

    >>> {"game", "hand", "correct"} <= protocol().types.keys()
    True
    """
    by_game, words = _by_game(game), vocabulary(game)
    types: dict[str, type[EventSchema]] = {}
    types |= {_type_of(schema): _with(schema, by_game.get(schema)) for schema in SESSION}
    for name, form in words.events.items():
        declared = {"type": Is(name, required=True), **fields_of(form, words)}
        types[name] = _with(EventSchema, declared)
        types[name].__doc__ = form.plain
    types |= {_type_of(schema): _with(schema, by_game.get(schema)) for schema in RECORD}
    return Protocol(
        game=game,
        types=types,
        logged={name: schema() for name, schema in types.items()},
        recorded={name: schema(exclude=("seq",)) for name, schema in types.items()},
    )


def _type_of(schema: type[EventSchema]) -> str:
    return cast(Is[str], schema._declared_fields["type"]).only


def _with(schema: type[EventSchema], declared: Declared | None) -> type[EventSchema]:
    if not declared:
        return schema
    made = cast(type[EventSchema], schema.from_dict(dict(declared), name=schema.__name__))
    made.__doc__ = schema.__doc__
    return made


EVENTS: Final = protocol().types
"""The schema of each event type of any game."""

LOGGED: Final = protocol().logged
"""How an event of any game is read that has a place of its own in a log."""


def load_event(value: object, game: str = "") -> Event:
    """An event of a game, or of any, by its schema: exact, slow, and with a message for whatever is
    wrong.

    Raises ValidationError. `schemas.acceptance.accept_event` gives the same events faster.

    >>> load_event({"type": "draw", "player": "Ana", "card": "10H"})["card"]
    'Th'
    """
    return _loaded(value, protocol(game), protocol(game).logged)


def _loaded(value: object, spoken: Protocol, schemas: Mapping[str, EventSchema]) -> Event:
    if type(value) is not dict:
        raise ValidationError(Word("an event, which is a JSON object with a type"))
    name = value.get("type")
    if type(name) is str and name in protocol().types and name not in schemas:
        facts = {"game": spoken.game, "events": ", ".join(schemas)}
        raise ValidationError({"type": [Sentence("an event that {game} has: {events}", facts)]})
    if type(name) is not str or name not in schemas:
        raise ValidationError({"type": [known(name, list(schemas))]})
    event: Event = schemas[name].load(value)
    return event
