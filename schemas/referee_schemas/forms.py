"""The schemas' fields for events that the rulebooks describe as data."""

from __future__ import annotations

from typing import Any, Final

from referee.judging import forms
from referee.wording.language import Word
from referee_schemas.cards import Card, Cards, ListOrCount
from referee_schemas.fields import Choice, Field, MapOf, SideGame, Text
from referee_schemas.numbers import EventNumber, Money, Points, Whole
from referee_schemas.people import Payer, PerPlayer, Player, Players, Winners
from referee_schemas.vocabulary import Vocabulary

_PLAIN: Final[dict[str, type[Field[Any]]]] = {
    "player": Player,
    "players": Players,
    "payer": Payer,
    "money": Money,
    "event": EventNumber,
}
"""The kinds of field that are read in the same way in every game."""


def fields_of(form: forms.Form, words: Vocabulary) -> dict[str, Field[Any]]:
    """How the fields of an event are read in the games whose words these are."""
    return {field.name: _field(field, words) for field in form.fields}


def _field(field: forms.Field, words: Vocabulary) -> Field[Any]:
    required = field.required
    if field.kind in _PLAIN:
        return _PLAIN[field.kind](required=required)
    match field.kind:
        case "winner":
            return Player(required=required, allow_none=True)
        case "tally":
            names, often = Choice(words.words[field.name]), Whole(1, words.deck)
            return MapOf(names, often, Word("a map from names to how often"), required=required)
        case "winners":
            names, won = Choice(words.words[field.name]), Winners(allow_none=True)
            return MapOf(names, won, Word("a map from names to who won"), required=required)
        case "card":
            return Card(words.jokers, required=required)
        case "cards":
            return Cards(words.jokers, required=required)
        case "hands":
            return PerPlayer(ListOrCount(words.deck, words.jokers), required=required)
        case "amounts" | "points":
            return PerPlayer(Money() if field.kind == "amounts" else Points(), required=required)
        case "count":
            return Whole(field.least, field.most or words.deck, required=required)
        case "choice":
            # the side games stand in reports, too
            choice = SideGame if field.name == "side_game" else Choice
            return choice(words.words[field.name], required=required)
        case _:
            return Text(required=required)
