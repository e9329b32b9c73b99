"""The protocol: the events of a log, made from their forms (``judging.forms``, and those of
the rulebooks). The event that opens a log is declared here.

An event is read into a plain dict with the same names; cards become canonical, names NFC.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from referee.judging import forms
from referee.judging.corrections import Event
from referee.judging.forms import COMMON, RECORD, SESSION, fields_in
from referee.judging.registry import find
from referee.wording.language import Word, joined
from referee.wording.sentences import Sentence
from referee_schemas import people
from referee_schemas.cards import CardField, ListOrCount, card_list, meld_list
from referee_schemas.fields import (
    Choice,
    Constant,
    DeclaredField,
    EventNumber,
    House,
    Instant,
    MapOf,
    Money,
    Points,
    Refused,
    SideGameField,
    Text,
    Whole,
    known,
    read_object,
)
from referee_schemas.vocabulary import Vocabulary, compatible_games, misfit, vocabulary

_PLAIN: Final[Mapping[str, Callable[..., DeclaredField[Any]]]] = {
    "player": people.Player,
    "newcomer": people.Player,
    "players": people.Players,
    "payer": people.Payer,
    "money": Money,
    "event": EventNumber,
}
"""The kinds of field that are read in the same way in every game."""


def _field(field: forms.Field, words: Vocabulary, game: str) -> DeclaredField[Any]:
    required = field.required
    if field.kind in _PLAIN:
        return _PLAIN[field.kind](required=required)
    match field.kind:
        case "winner":
            return people.Player(required=required, allow_none=True)
        case "tally":
            names, often = Choice(words.words[field.name]), Whole(1, words.deck)
            return MapOf(names, often, Word("a number for each name"), required=required)
        case "winners":
            names, won = Choice(words.words[field.name]), people.Winners(allow_none=True)
            return MapOf(names, won, Word("the winners for each name"), required=required)
        case "card":
            return CardField(words.jokers, required=required)
        case "cards":
            return card_list(words.jokers, required=required)
        case "hands":
            return people.PerPlayer(ListOrCount(words.deck, words.jokers), required=required)
        case "amounts" | "points":
            worth = Money() if field.kind == "amounts" else Points()
            return people.PerPlayer(worth, required=required)
        case "count":
            return Whole(field.least, field.most or words.deck, required=required)
        case "choice":
            # the side games occur in reports, too
            choice = SideGameField if field.name == "side_game" else Choice
            return choice(field.options or words.words[field.name], required=required)
        case "house":
            return House(words, required=required)
        case "melds":
            return people.PerPlayer(meld_list(words.jokers), required=required)
        case "offer":
            return people.offer(words.jokers, required=required)
        case "revised" | "inserted":
            nothing = field.kind == "revised"
            return Logged(game, recorded=True, required=required, allow_none=nothing)
        case _:
            return Text(required=required)


Misfits = dict[str, Any]
"""The values expected instead, by the name of their field; nested like the event."""

EVERYWHERE: Final[Mapping[str, DeclaredField[Any]]] = {
    "at": Instant(),
    "scribe": people.Name(),
    "note": Text(),
    "seq": EventNumber(),
    "id": Text(shortest=1, longest=64),
}
"""The optional fields of every event. Names that begin with ``x_`` are kept, too."""


class Shape:
    """The fields of one type of event; one that is ``recorded`` inside another has no ``seq``.

    ``plain`` says in words what happened. ``contradiction`` checks fields that are each valid but
    may contradict each other: it returns the values expected instead, or None.
    """

    def __init__(
        self, kind: str, plain: str, fields: Mapping[str, DeclaredField[Any]],
        contradiction: Callable[[Event], Misfits | None] | None = None, *, recorded: bool = False,
    ) -> None:  # fmt: skip
        self.plain, self.contradiction = plain, contradiction
        self.fields = {**EVERYWHERE, "type": Constant(kind, required=True), **fields}
        if recorded:
            del self.fields["seq"]

    def read(self, event: Event) -> Event:
        """Return an event in canonical form. Raises Refused."""
        read = read_object(self.fields, event, extras=True)
        if self.contradiction and (misfits := self.contradiction(read)):
            raise Refused(misfits)
        return read


class Logged(DeclaredField[Event]):
    """An event of this game's log, or of any log if no game is named; ``recorded`` marks an event
    inside another event, which has no number."""

    expected = Word("an event")

    def __init__(self, game: str = "", *, recorded: bool = False, **options: Any) -> None:
        super().__init__(**options)
        self.game = game
        self.recorded = recorded

    def accept(self, value: Any) -> Event | None:
        return None if value is None else protocol(self.game, recorded=self.recorded).read(value)


def opening(words: Vocabulary, names: Iterable[str], *, recorded: bool = False) -> Shape:
    """Return the ``game`` event that opens a log of a game with one of these names."""
    return Shape(
        forms.GAME.type,
        forms.GAME.plain,
        {
            "game": Choice(names, required=True),
            "players": people.SeatsField(words.seats, required=True),
            **{field.name: _field(field, words, "") for field in forms.GAME.fields},
        },
        _not_of_this_game,
        recorded=recorded,
    )


def _not_of_this_game(event: Event) -> Misfits | None:
    """Return the players or the house rule that this game does not have."""
    words = vocabulary(event["game"])
    if len(event["players"]) not in words.seats:
        return {"players": [people.so_many_names(words.seats)]}
    wrong = misfit(event["game"], event.get("house", {}))
    return {"house": {wrong[0]: [wrong[1]]}} if wrong else None


class Protocol(Mapping[str, Shape]):
    """The events that a log of a game, or of any game, may have, by type. Each is made on first
    use. With ``recorded`` they are events inside other events, which have no ``seq``."""

    def __init__(self, game: str, *, recorded: bool) -> None:
        self.game = game
        self._recorded = recorded
        self._words = vocabulary(game)
        self._types = ("game", *SESSION, *self._words.events, *RECORD)
        # other names of types
        self._also = {name: form.type for form in self._words.events.values() for name in form.also}
        self._made: dict[str, Shape] = {}

    def __getitem__(self, kind: str) -> Shape:
        if kind not in self._made:
            self._made[kind] = self._make(kind)
        return self._made[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(self._types)

    def __len__(self) -> int:
        return len(self._types)

    def __contains__(self, kind: object) -> bool:
        return kind in self._types

    def read(self, value: Any) -> Event:
        """Return the event in canonical form. Raises Refused.

        >>> protocol().read({"type": "draw", "player": "Ana", "card": "10H"})
        {'type': 'draw', 'player': 'Ana', 'card': 'Th'}
        """
        if type(value) is not dict:
            raise Refused([Word("an event, which is a JSON object with a type")])
        kind = value.get("type")
        name = self._also.get(kind, kind) if type(kind) is str else ""
        if name in self:
            return self[name].read(value if name == kind else {**value, "type": name})
        if name in protocol():
            facts = {"game": self.game, "events": joined(self)}
            raise Refused({"type": [Sentence("an event that {game} has: {events}", facts)]})
        raise Refused({"type": [known(kind, list(self))]})

    def _make(self, kind: str) -> Shape:
        if kind == "game":
            games = compatible_games(self.game) if self.game else vocabulary().games
            return opening(vocabulary(), games, recorded=self._recorded)
        form = self._words.events.get(kind) or COMMON[kind]
        declared = fields_in(form, self._words.events)
        fields = {field.name: _field(field, self._words, self.game) for field in declared}
        return Shape(form.type, form.plain, fields, recorded=self._recorded)


@cache
def protocol(game: str = "", *, recorded: bool = False) -> Protocol:
    """Return the protocol of a game; without a name the protocol of all games.

    >>> "knock" in protocol("golf"), "knock" in protocol("desmoche"), "knock" in protocol()
    (True, False, True)
    """
    return Protocol(game, recorded=recorded)


def accept_opening(value: object) -> Event | None:
    """Return the event that opens a log, loading only the game that it names; None if it is
    refused, or has a name that only another game knows."""
    if type(value) is not dict or value.get("type") != "game" or type(value.get("game")) is not str:
        return None
    try:
        return _opening_of(value["game"]).read(value)
    except (KeyError, Refused):
        return None


@cache
def _opening_of(game: str) -> Shape:
    return opening(vocabulary(find(game).name), (game,))
