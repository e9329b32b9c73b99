"""Sentences with facts in them, and parts of sentences, translated when they are shown.

A sentence keeps its text apart from its facts, so that it can be shown with card symbols or
letters, and in another language.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

from referee.cards.deck import JOKER, SYMBOLS, names
from referee.wording.language import Word, _, joined, listed
from referee.wording.visible import visible


class Cards(int):
    """A set of cards among the facts of a sentence, shown as cards."""


class InOrder(tuple[str, ...]):
    """Card names among the facts of a sentence, shown in their order."""


class Sentences(tuple["Sentence", ...]):
    """Sentences among the facts of a sentence, shown one after another."""


Facts = Mapping[str, object]
SpellCard = Callable[[str], str]


def cards_in(facts: Facts) -> Iterator[str]:
    """Yield the cards in a sentence's facts."""
    for fact in facts.values():
        if isinstance(fact, Cards):
            yield from names(fact)
        elif isinstance(fact, InOrder):
            yield from fact


def letters(card: str) -> str:
    """Return a card as in the log: ``8h``."""
    return card


def symbols(card: str) -> str:
    """Return a card with its suit's sign.

    >>> symbols("Th"), symbols("??")
    ('10♥', '??')
    """
    rank, suit = card[0], card[1]
    return card if suit not in SYMBOLS else ("10" if rank == "T" else rank) + SYMBOLS[suit]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, and the facts in it."""

    text: str
    facts: Facts

    def render(self, spell: SpellCard = letters) -> str:
        """Return the sentence in the current language."""
        return tell(self.text, self.facts, spell)


def plain(value: Any, spell: SpellCard = letters) -> Any:
    """Return a value as plain data: sentences in words, and records by their fields.

    >>> plain({"told": (Sentence("{player} knocks.", {"player": "Ana"}),)})
    {'told': ['Ana knocks.']}
    """
    if isinstance(value, Sentence):
        return value.render(spell)
    if is_dataclass(value):
        return fields_of(value, [field.name for field in fields(value)], spell)
    if isinstance(value, Mapping):
        return {name: plain(each, spell) for name, each in value.items()}
    return [plain(each, spell) for each in value] if isinstance(value, tuple | list) else value


def fields_of(record: Any, names: Iterable[str], spell: SpellCard = letters) -> dict[str, Any]:
    """Return some fields of a record as plain data."""
    return {name: plain(getattr(record, name), spell) for name in names}


def tell(text: str, facts: Facts, spell: SpellCard = letters) -> str:
    """Put the facts into a sentence.

    >>> from referee.cards.deck import BITS
    >>> tell("{player} paid {card}.", {"player": "Ana", "card": Cards(BITS["Td"])}, symbols)
    'Ana paid 10♦.'
    """
    return _(text).format_map(_InWords(facts, spell))


class _InWords(dict[str, str]):
    """The facts of a sentence in words, converted as the sentence names them."""

    def __init__(self, facts: Facts, spell: SpellCard) -> None:
        self._facts, self._spell = facts, spell

    def __missing__(self, name: str) -> str:
        return _Fact(_in_words(self._facts[name], self._spell))


class _Fact(str):
    """A fact in words. In Spanish a single card takes the article that the sentence asks for.

    >>> "{0:El} y {1:el}; {1:del}; {2:al}".format(_Fact("7♥"), _Fact("Q♠"), _Fact("Ana"))
    'El 7♥ y la Q♠; de la Q♠; a Ana'
    """

    __slots__ = ()

    def __format__(self, article: str) -> str:
        if article not in _ARTICLES:
            return super().__format__(article)
        he, she, otherwise = _ARTICLES[article]
        if not _IS_A_CARD(self):
            return otherwise + self
        return (she if self[0] in _LADIES and self != JOKER else he) + self


_ARTICLES: Final[Mapping[str, tuple[str, str, str]]] = {
    "el": ("el ", "la ", ""),
    "El": ("El ", "La ", ""),
    "del": ("del ", "de la ", "de "),
    "al": ("al ", "a la ", "a "),
}
"""The article before a card, by the placeholder in the sentence: for cards like *as*, *siete* and
*rey*, for *jota* and *reina*, and for anything that is not one card."""

_LADIES: Final = "JQ"
_IS_A_CARD: Final = re.compile("(?:10|[A2-9TJQK])[♣♦♥♠a-z]|Jk").fullmatch


def _in_words(fact: object, spell: SpellCard) -> str:
    if isinstance(fact, Cards):
        return " ".join(map(spell, names(fact))) or _("an unrecorded card")
    if isinstance(fact, InOrder):
        return " ".join(map(spell, fact)) or _("no cards")
    if isinstance(fact, Sentences):
        return joined((sentence.render(spell) for sentence in fact), " ")
    if isinstance(fact, list | tuple):
        return listed([_in_words(each, spell) for each in fact])
    if isinstance(fact, Sentence):
        return fact.render(spell)
    if isinstance(fact, Word):
        return _(fact)
    return visible(str(fact) or _("nothing"))


Phrase = str | Sentence | Exception
"""Text from a user, a `Word` to translate, a `Sentence` with facts in it, or an error's message."""


def with_facts(text: Phrase, facts: Facts) -> Phrase:
    """Return a text with these facts in it; without facts the phrase itself."""
    return Sentence(str(text), facts) if facts else text


def spoken(phrase: Phrase) -> str:
    """Return a phrase in the current language.

    >>> spoken("7x"), spoken(Word("a card")), spoken(Sentence("one of {words}", {"words": "on"}))
    ('7x', 'a card', 'one of on')
    """
    if isinstance(phrase, Sentence):
        return phrase.render()
    return _(phrase) if isinstance(phrase, Word) else str(phrase)


class SpokenError(Exception):
    """An error whose message is a phrase, or a text and its facts, translated when it is read."""

    def __init__(self, text: Phrase, /, **facts: object) -> None:
        self._phrase = with_facts(text, facts)
        super().__init__(self._phrase)

    @property
    def phrase(self) -> Phrase:
        """The message."""
        return self._phrase

    def __str__(self) -> str:
        return spoken(self.phrase)
