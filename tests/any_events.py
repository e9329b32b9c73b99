"""Strategies for events that can be read but need not make sense, made from their schemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from hypothesis import strategies as st
from referee_schemas import cards, fields, people
from referee_schemas.events import EVERYWHERE, protocol

from referee.cards.deck import JOKER, NAMES

Drawn = st.SearchStrategy[Any]

CARDS: Final = st.sampled_from([*NAMES, "??"])
NOTHING: Final = st.nothing()
AROUND_OTHERS: Final = ("game", "correct", "insert")
"""Events that open a log, or contain another event."""


@dataclass(frozen=True)
class Stock:
    """Pools to draw from: names, lists of different names, payers, texts, numbers, cards, and lists
    of cards."""

    names: Drawn
    people: Drawn
    payers: Drawn
    texts: Drawn
    numbers: Drawn
    money: Drawn
    cards: Drawn = CARDS
    most_cards: int = 6
    melds: Drawn = NOTHING


def events(game: str, stock: Stock, *, without: tuple[str, ...] = ()) -> Iterator[Drawn]:
    """Yield strategies for the events of a game, in the order of its protocol."""
    for kind in protocol(game):
        if kind not in (*AROUND_OTHERS, *without):
            yield event(game, kind, stock)


def event(game: str, kind: str, stock: Stock) -> Drawn:
    """Return a strategy for events of this type."""
    own: Mapping[str, fields.Field[Any]] = protocol(game)[kind].fields
    needed = {name: values(one, stock) for name, one in own.items() if one.required}
    more = {
        name: values(one, stock)
        for name, one in own.items()
        if not one.required and name not in EVERYWHERE
    }
    return st.fixed_dictionaries(needed, optional=more)


def values(field: fields.Field[Any], stock: Stock) -> Drawn:
    found = _values(field, stock)
    return found | st.none() if field.allow_none else found


def _values(field: fields.Field[Any], stock: Stock) -> Drawn:
    match field:
        case fields.Constant():
            return st.just(field.only)
        case people.SeatsField():
            seats = range(field.metadata["minItems"], field.metadata["maxItems"] + 1)
            return stock.people.filter(lambda names: len(names) in seats)
        case people.Players():
            return stock.people
        case people.Payer():
            return stock.payers
        case people.Name():
            return stock.names
        case people.Winners():
            return stock.names | stock.people.filter(lambda names: len(names) > 1)
        case cards.CardField():
            return stock.cards | st.just(JOKER) if field.jokers else stock.cards
        case fields.ListOf(inner=cards.CardField()):
            return stock.melds | st.lists(values(field.inner, stock), max_size=stock.most_cards)
        case cards.ListOrCount():
            return values(field.cards, stock) | values(field.count, stock)
        case people.PerPlayer():
            worth = values(field.worth, stock)
            return stock.people.flatmap(
                lambda names: st.fixed_dictionaries(dict.fromkeys(names, worth))
            )
        case fields.MapOf():
            worth = values(field.worth, stock)
            return st.dictionaries(values(field.name, stock), worth, max_size=3)
        case fields.ObjectOf():
            parts = {name: values(part, stock) for name, part in field.parts.items()}
            left = {
                name: parts.pop(name) for name, part in field.parts.items() if not part.required
            }
            return st.fixed_dictionaries(parts, optional=left)
        case fields.ListOf():
            return st.lists(values(field.inner, stock), max_size=3)
        case fields.Choice():
            return st.sampled_from([*field.words])
        case fields.Typed(types=(only,)) if only is bool:
            return st.booleans()
        case fields.Whole(definition="event_number"):
            return stock.numbers
        case fields.Whole(definition="money"):
            return stock.money
        case fields.Whole(definition="points"):
            return st.integers(-99, 200)
        case fields.Whole():
            return st.integers(field.least, field.most)
    return stock.texts
