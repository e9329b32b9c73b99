"""Events that can be read and need not make sense, by what a rulebook says of their fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from referee.cards.deck import JOKER, NAMES
from referee.judging.forms import Field, Form
from referee.judging.rulebook import Rulebook

Drawn = st.SearchStrategy[Any]

CARDS = st.sampled_from([*NAMES, "??"])


@dataclass(frozen=True)
class Stock:
    """Pools to draw from: names, lists of different ones, who pays, texts, numbers, cards."""

    names: Drawn
    people: Drawn
    payers: Drawn
    texts: Drawn
    numbers: Drawn
    money: Drawn
    cards: Drawn = CARDS
    most_cards: int = 6


def events(book: Rulebook, stock: Stock, *, without: tuple[str, ...] = ()) -> Iterator[Drawn]:
    """Strategies for the events of a game's hands, in the order of the rulebook."""
    for form in book.events.values():
        if form.type not in without:
            yield event(form, book, stock)


def event(form: Form, book: Rulebook, stock: Stock) -> Drawn:
    """Any event of this form."""
    needed = {one.name: values(one, book, stock) for one in form.fields if one.required}
    more = {one.name: values(one, book, stock) for one in form.fields if not one.required}
    return st.fixed_dictionaries({"type": st.just(form.type), **needed}, optional=more)


def values(field: Field, book: Rulebook, stock: Stock) -> Drawn:
    """Return what such a field may hold in this game."""
    card = stock.cards | st.just(JOKER) if book.jokers else stock.cards
    cards = st.lists(card, max_size=stock.most_cards)
    words = st.sampled_from(book.words.get(field.name, ("",)))
    several = stock.people.filter(lambda names: len(names) > 1)

    def each(worth: Drawn) -> Drawn:
        """Something for each of some players."""
        return stock.people.flatmap(
            lambda names: st.fixed_dictionaries(dict.fromkeys(names, worth))
        )

    return {
        "player": stock.names,
        "players": stock.people,
        "payer": stock.payers,
        "card": card,
        "cards": cards,
        "hands": each(cards | st.integers(0, book.deck)),
        "amounts": each(stock.money),
        "points": each(st.integers(-99, 200)),
        "winner": stock.names | st.none(),
        "tally": st.dictionaries(words, st.integers(1, 9), max_size=3),
        "winners": st.dictionaries(words, stock.names | st.none() | several, max_size=3),
        "money": stock.money,
        "count": st.integers(field.least, field.most or book.deck),
        "event": stock.numbers,
        "choice": words,
        "text": stock.texts,
        "word": stock.texts,
    }[field.kind]
