"""The words of the sheet: two languages, each read everywhere, one of them written.

Case and accents do not matter in reading. The ids of the rulebooks (house rules, options, side
games, wins, kinds of offence) are the same words in both languages.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

from referee.rulebooks import rulebooks

LANGUAGES = ("en", "es")

Pair = tuple[str, str]

LINES: Mapping[str, Pair] = {
    "players": ("players", "jugadores"),
    "house": ("house", "casa"),
    "join": ("join", "entra"),
    "leave": ("leave", "sale"),
    "hand": ("hand", "mano"),
    "side_bet": ("side", "aparte"),
    "cut": ("cut", "corta"),
    "deal": ("deal", "reparte"),
    "announce": ("announce", "anuncia"),
    "cambio": ("cambio", "cambio"),
    "declare": ("declare", "declara"),
    "force": ("force", "obliga"),
    "withdraw": ("withdraw", "retira"),
    "show": ("show", "muestra"),
    "offence": ("offence", "falta"),
    "disqualify": ("disqualify", "descalifica"),
    "forgive": ("forgive", "perdona"),
    "end": ("end", "fin"),
    "payment": ("paid", "pagó"),
    "dispute": ("dispute", "disputa"),
    "ruling": ("ruling", "fallo"),
    "gap": ("gap", "hueco"),
    "note": ("note", "nota"),
    "correct": ("fix", "corrige"),
    "insert": ("insert", "inserta"),
}
"""The words that begin a line, by the event that they write (``players`` belongs to the game)."""

LABELS: Mapping[str, Pair] = {
    "bet": ("bet", "apuesta"),
    "bets": ("bets", "apuestas"),
    "agreed_by": ("agreed", "acuerdan"),
    "after": ("after", "tras"),
    "to": ("to", "a"),
    "by": ("by", "por"),
    "rule": ("rule", "regla"),
    "stock": ("stock", "mazo"),
    "melds": ("melds", "juegos"),
    "before": ("before", "antes"),
    "nothing": ("nothing", "nada"),
    "pot": ("pot", "pozo"),
}
"""The words inside a line, by what follows them."""

HEADER: Mapping[str, Pair] = {
    "lang": ("lang", "lang"),
    "unit": ("unit", "unidad"),
    "title": ("title", "título"),
    "place": ("place", "lugar"),
    "date": ("date", "fecha"),
    "warnings": ("warnings", "avisos"),
}
"""The names of what the first line says about the evening."""

_LONGEST = 40

_ALSO = {
    "offense": "offence",
    "payment": "payment",
    "pays": "payment",
    "correct": "correct",
    "side_bet": "side_bet",
    "para": "to",
    "agreed_by": "agreed_by",
}
_ALSO_HEADER = {"idioma": "lang"}


@lru_cache(maxsize=4096)
def plain(word: str) -> str:
    """A word without case and accents.

    >>> plain("Pagó")
    'pago'
    """
    parts = unicodedata.normalize("NFD", word.casefold())
    return "".join(part for part in parts if unicodedata.category(part) != "Mn")


def _reading(words: Mapping[str, Pair], also: Mapping[str, str]) -> dict[str, str]:
    read = {plain(word): meaning for meaning, pair in words.items() for word in pair}
    return read | {word: meaning for word, meaning in also.items() if meaning in words}


_LINE = _reading(LINES, _ALSO)
_LABEL = _reading(LABELS, _ALSO)
_HEADER = _reading(HEADER, _ALSO_HEADER)


def line_word(word: str) -> str | None:
    """What a line that begins with this word writes.

    >>> line_word("Reparte"), line_word("Ana")
    ('deal', None)
    """
    return _LINE.get(plain(word)) if len(word) <= _LONGEST else None


def label(word: str) -> str | None:
    """What this word inside a line announces."""
    return _LABEL.get(plain(word)) if len(word) <= _LONGEST else None


def header_word(word: str) -> str | None:
    """What this word in the first line says about the evening."""
    return _HEADER.get(plain(word)) if len(word) <= _LONGEST else None


def written(meaning: str, lang: str) -> str:
    """The word of a language for this.

    >>> written("deal", "es"), written("to", "en")
    ('reparte', 'to')
    """
    pair = LINES.get(meaning) or LABELS.get(meaning) or HEADER[meaning]
    return pair[LANGUAGES.index(lang)]


def line_words(lang: str) -> list[str]:
    """Every word that begins a line in this language."""
    return [pair[LANGUAGES.index(lang)] for pair in LINES.values()]


@cache
def games() -> Mapping[str, str]:
    """The games by what a first line may call them, whatever the case."""
    return {name.casefold(): name for name in rulebooks()}


def is_reserved(word: str) -> bool:
    """Whether a bare word cannot be part of a name, because it says something else."""
    if len(word) > _LONGEST:
        return False
    known = plain(word)
    return known in _LINE or known in _LABEL or known in games()


@cache
def ids(field: str) -> tuple[str, ...]:
    """The ids that the rulebooks give to ``side_game``, ``win`` or ``kind``."""
    books = rulebooks().values()
    return tuple(dict.fromkeys(word for book in books for word in book.words.get(field, ())))


@cache
def house_options() -> Mapping[str, tuple[str, ...]]:
    """Every house rule of any game with its options."""
    rules: dict[str, tuple[str, ...]] = {}
    for book in rulebooks().values():
        for rule in book.house_rules:
            rules[rule.name] = tuple(dict.fromkeys(rules.get(rule.name, ()) + rule.options))
    return rules


@cache
def lists_of_options() -> frozenset[str]:
    """The house rules that take several of their options."""
    books = rulebooks().values()
    return frozenset(rule.name for book in books for rule in book.house_rules if rule.several)
