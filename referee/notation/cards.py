"""Cards as the sheet writes them, in the letters of its language.

English suits are ``c d h s``; the Spanish ones ``o c f n``: oro (diamonds), corazón (hearts), flor
(clubs), corazón negro (spades). The symbols always work. A card that nobody saw is ``xx``, a joker
``Jk``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from referee.cards.deck import JOKER, NAMES, RANKS, SYMBOLS, UNRECORDED
from referee.notation.faults import SheetFault
from referee.notation.scanner import Scanner
from referee.wording.language import Word
from referee.wording.sentences import Sentence

UNSEEN = "xx"
ON_OFFER = "_"

LETTERS: Mapping[str, Mapping[str, str]] = {
    "en": {"c": "c", "d": "d", "h": "h", "s": "s"},
    "es": {"c": "f", "d": "o", "h": "c", "s": "n"},
}
"""The letter of each suit by language."""

_OUTLINES = {"♧": "c", "♢": "d", "♡": "h", "♤": "s"}
_EDGE = r"(?![^\W_]|\?)"


class Script(NamedTuple):
    """How cards are written: in the letters of a language, and with or without jokers."""

    lang: str
    jokers: bool = False


@cache
def _suits(lang: str) -> dict[str, str]:
    letters = {letter: suit for suit, letter in LETTERS[lang].items()}
    symbols = {symbol: suit for suit, symbol in SYMBOLS.items()}
    return letters | symbols | _OUTLINES


@cache
def _one(script: Script) -> re.Pattern[str]:
    suits = "".join(suit + suit.upper() for suit in _suits(script.lang))
    ranks = RANKS + RANKS.lower()
    joker = "|[jJ][kK]" if script.jokers else ""
    return re.compile(rf"(10|[{ranks}])([{suits}])[\ufe0e\ufe0f]?|[xX][xX]|\?\?{joker}")


@cache
def _several(script: Script) -> re.Pattern[str]:
    return re.compile(f"(?:{_one(script).pattern}|_)+{_EDGE}")


@cache
def _spelled(lang: str) -> dict[str, str]:
    letters = LETTERS[lang]
    return {card: card[0] + letters[card[1]] for card in NAMES} | {
        UNRECORDED: UNSEEN,
        JOKER: JOKER,
    }


def spell(cards: Iterable[str], lang: str) -> str:
    """Cards run together.

    >>> spell(["Td", "??", "8h"], "en"), spell(["Td", "??", "8h"], "es")
    ('Tdxx8h', 'Toxx8c')
    """
    letters = _spelled(lang)
    return "".join([letters[card] for card in cards])


def named(card: str, lang: str) -> str:
    """The card that somebody means who writes it in the letters of this language, by its name in
    the log; what is none stays as it is.

    >>> named("7c", "es"), named("7h", "es"), named("7c", "en"), named("xx", "es")
    ('7h', '7h', '7c', 'xx')
    """
    suit = _suits(lang).get(card[-1:].casefold())
    return card[:-1] + suit if suit else card


def lettered(card: str, lang: str) -> str:
    """A card by its name in the log in the letters of this language; what is none stays as it is.

    >>> lettered("7h", "es"), lettered("??", "es")
    ('7c', '??')
    """
    return card[0] + LETTERS[lang][card[1]] if card in NAMES else card


def reads_as_cards(text: str, script: Script) -> bool:
    """Whether a word is one card or more and nothing else."""
    return _several(script).fullmatch(text) is not None


def begins_with_cards(name: str) -> bool:
    """Whether what a name begins with can be taken for cards, in whichever language.

    >>> [begins_with_cards(name) for name in ("An", "As", "Kc-Qs", "Ana", "Jk")]
    [True, True, True, False, True]
    """
    return any(_several(Script(lang, jokers=True)).match(name) for lang in LETTERS)


def read_card(scanner: Scanner, script: Script, offer: str | None = None) -> str:
    """The card at this very place; ``_`` stands for the one on offer."""
    if scanner.here() == ON_OFFER:
        if offer is None:
            raise scanner.fault(Word("a card (_ is the card on offer, and none is known here)"))
        scanner.at += 1
        return offer
    found = _one(script).match(scanner.line, scanner.at)
    if not found:
        raise _no_card(scanner, script.lang)
    scanner.at = found.end()
    if not found[1]:
        return JOKER if found[0].casefold() == JOKER.casefold() else UNRECORDED
    rank = "T" if found[1] == "10" else found[1].upper()
    return rank + _suits(script.lang)[found[2].casefold()]


def read_run(scanner: Scanner, script: Script, offer: str | None = None) -> list[str]:
    """The cards that stand here, run together."""
    scanner.skip()
    end = scanner.at
    run = _several(script).match(scanner.line, scanner.at)
    if run:
        end = run.end()
    cards = [read_card(scanner, script, offer)]
    while scanner.at < end or is_card_like(scanner):
        cards.append(read_card(scanner, script, offer))
    return cards


def is_card_like(scanner: Scanner) -> bool:
    """Whether a letter or digit follows directly, where cards should end or go on."""
    char = scanner.here()
    return char.isalnum() or char in ("?", "_") or (bool(char) and char in "♣♦♥♠♧♢♡♤")


def run_follows(scanner: Scanner, script: Script) -> bool:
    """Whether the next chunk of the line is nothing but cards."""
    scanner.skip()
    return _several(script).match(scanner.line, scanner.at) is not None


def _no_card(scanner: Scanner, lang: str) -> SheetFault:
    expected = Sentence(
        "a card such as {example} (A 2-9 T J Q K with {letters}; xx if nobody saw it)",
        {"example": spell(["7h"], lang), "letters": " ".join(LETTERS[lang].values())},
    )
    begun = scanner.at
    wrong = re.match(r"[\w♣♦♥♠]{1,3}", scanner.line[begun : begun + 3])
    return scanner.fault(expected, at=begun, nearest=_meant(wrong[0] if wrong else "", lang))


def _meant(text: str, lang: str) -> str | None:
    written = text.casefold()
    rank, suit = written[:-1], written[-1:]
    if rank.upper() not in {*RANKS, "10", "1", "0"}:
        rank, suit = written[1:2], written[:1]
    rank = {"10": "T", "1": "A", "0": "T"}.get(rank, rank.upper())
    if not rank or rank not in RANKS:
        return None
    for language in (lang, *LETTERS):
        for code, letter in LETTERS[language].items():
            if letter == suit:
                return rank + LETTERS[lang][code]
    return None
