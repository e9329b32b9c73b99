"""Cards on the sheet, in the letters of its language.

English suits are ``c d h s``; the Spanish ones ``o c f n``: oro (diamonds), corazón (hearts), flor
(clubs), corazón negro (spades). The symbols always work. An unseen card is ``xx``, a joker ``Jk``.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from referee.cards.deck import JOKER, NAMES, RANKS, SYMBOLS, UNRECORDED
from referee.notation.scanner import Scanner
from referee.wording.language import Word, joined
from referee.wording.sentences import Sentence
from referee.wording.unreadable import Unreadable

UNSEEN = "xx"
ON_OFFER = "_"

LETTERS: Mapping[str, Mapping[str, str]] = {
    "en": {"c": "c", "d": "d", "h": "h", "s": "s"},
    "es": {"c": "f", "d": "o", "h": "c", "s": "n"},
}
"""The letter of each suit by language."""

_SHARED = "".join(letter for letter in LETTERS["en"].values() if letter in LETTERS["es"].values())
AMBIGUOUS: Final = re.compile(rf"(?<![^\W\dxX])(?:10|[{RANKS}])[{_SHARED}]", re.IGNORECASE)
"""A card whose letters may belong to another language, too."""

_OUTLINES = {"♧": "c", "♢": "d", "♡": "h", "♤": "s"}
_EDGE = r"(?![^\W_]|\?)"
_goes_on = re.compile("[^\\W_]|[?_♣♦♥♠♧♢♡♤]").match  # where cards should end or go on
_DASH = "(?:[-‒–—−]\\s?|\\s[-‒–—−]\\s)"


class Script(NamedTuple):
    """The spelling of cards: the letters of a language, with or without jokers."""

    lang: str
    jokers: bool = False


@cache
def _suits(lang: str) -> dict[str, str]:
    letters = {letter: suit for suit, letter in LETTERS[lang].items()}
    symbols = {symbol: suit for suit, symbol in SYMBOLS.items()}
    return letters | symbols | _OUTLINES


class _Patterns(NamedTuple):
    one: re.Pattern[str]  # a card
    several: re.Pattern[str]  # cards without spaces
    half: re.Pattern[str]  # a dash, if any, and a card or only its rank
    dashed: re.Pattern[str]  # cards joined by dashes; their suits may be missing


@cache
def _patterns(script: Script) -> _Patterns:
    suits = "".join(suit + suit.upper() for suit in _suits(script.lang))
    rank = f"(10|[{RANKS}{RANKS.lower()}])"
    joker = "|[jJ][kK]" if script.jokers else ""
    one = rf"{rank}([{suits}])[\ufe0e\ufe0f]?|[xX][xX]|\?\?{joker}"
    half = rf"{rank}([{suits}])?[\ufe0e\ufe0f]?"
    texts = (
        one,
        f"(?:{one}|_)+{_EDGE}",
        f"({_DASH})?{half}",
        f"(?:{half})+(?:{_DASH}(?:{half})+)+{_EDGE}",
    )
    return _Patterns(*map(re.compile, texts))


@cache
def _spelled(lang: str) -> dict[str, str]:
    letters = LETTERS[lang]
    return {card: card[0] + letters[card[1]] for card in NAMES} | {UNRECORDED: UNSEEN, JOKER: JOKER}


def spell(cards: Iterable[str], lang: str) -> str:
    """Return cards written without spaces.

    >>> spell(["Td", "??", "8h"], "en"), spell(["Td", "??", "8h"], "es")
    ('Tdxx8h', 'Toxx8c')
    """
    letters = _spelled(lang)
    return "".join([letters[card] for card in cards])


def named(card: str, lang: str) -> str:
    """Return the log's name of a card in the letters of a language, and other text unchanged.

    >>> named("7c", "es"), named("7h", "es"), named("7c", "en"), named("xx", "es")
    ('7h', '7h', '7c', 'xx')
    """
    suit = _suits(lang).get(card[-1:].casefold())
    return card[:-1] + suit if suit else card


def lettered(card: str, lang: str) -> str:
    """Return a card of the log in the letters of a language, and other text unchanged.

    >>> lettered("7h", "es"), lettered("??", "es")
    ('7c', '??')
    """
    return card[0] + LETTERS[lang][card[1]] if card in NAMES else card


def reads_as_cards(text: str, script: Script) -> bool:
    """Return whether a word consists only of cards."""
    return _patterns(script).several.fullmatch(text) is not None


def begins_with_cards(name: str) -> bool:
    """Return whether a name begins like cards, in any language.

    >>> [begins_with_cards(name) for name in ("An", "As", "Kc-Qs", "Ana", "Jk")]
    [True, True, True, False, True]
    """
    return any(_patterns(Script(lang, jokers=True)).several.match(name) for lang in LETTERS)


def read_card(scanner: Scanner, script: Script, offer: str | None = None) -> str:
    """Read the next card; ``_`` stands for the one on offer."""
    scanner.skip()
    if scanner.here() == ON_OFFER:
        if offer is None:
            raise scanner.fault(Word("a card (_ is the card on offer, and none is known here)"))
        scanner.at += 1
        return offer
    found = _patterns(script).one.match(scanner.line, scanner.at)
    if not found:
        raise _no_card(scanner, script.lang)
    scanner.at = found.end()
    if not found[1]:
        return JOKER if found[0].casefold() == JOKER.casefold() else UNRECORDED
    rank = "T" if found[1] == "10" else found[1].upper()
    return rank + _suits(script.lang)[found[2].casefold()]


def read_run(scanner: Scanner, script: Script, offer: str | None = None) -> list[str]:
    """Read cards written without spaces."""
    cards = [read_card(scanner, script, offer)]
    while _goes_on(scanner.line, scanner.at):
        cards.append(read_card(scanner, script, offer))
    return cards


def read_cards(text: str, script: Script) -> list[str]:
    """Return all cards of a text, with or without spaces or commas. Raises Unreadable.

    >>> read_cards("7h8h, 10d", Script("en")), read_cards("", Script("en"))
    (['7h', '8h', 'Td'], [])
    """
    scanner, cards = Scanner(text.replace(",", " "), remedy=""), list[str]()
    while scanner.peek():
        cards += read_run(scanner, script)
    return cards


def refuse_dashes(scanner: Scanner, script: Script, least: int, before: int = 0) -> None:
    """Refuse cards joined by a dash, as in ``7h-9h``, and suggest the cards that may be meant.

    A ``-`` is the sign of an act if a space comes before it and none after it. Without the space it
    is still one after at least ``least`` cards, of which ``before`` were read earlier, unless the
    next card continues a run.
    """
    scanner.skip()
    begun = scanner.at
    found = _patterns(script).dashed.match(scanner.line, begun)
    if not found:
        return
    parts = _patterns(script).half.findall(found[0])
    first = next(at for at, (dash, _rank, _suit) in enumerate(parts) if dash)
    cards = _with_suits(parts, script.lang)
    halves = any(not suit for _dash, _rank, suit in parts)
    one_suit = len({card[1:] for card in cards[: first + 1]}) == 1
    goes_on = one_suit and bool(_between(cards[first - 1], cards[first]))
    if not (halves or goes_on or before + first < least):
        return
    mark = scanner.line[begun - 1 : begun] if begun else ""
    mark = "" if mark.isalnum() or mark.isspace() else mark
    meant: list[str] = []
    for (dash, _rank, _suit), card in zip(parts, cards, strict=True):
        meant += (dash and _between(meant[-1], card)) or [card]
    ranks, suits = {card[0] for card in meant}, {card[1:] for card in meant}
    run_or_set = len(meant) == len({*meant}) > 2 and 1 in (len(ranks), len(suits))
    expected = Sentence(
        "each card of the list, such as {example}, and a space before a - that marks an act",
        {"example": mark + spell(["7h", "8h", "9h"], script.lang)},
    )
    near = mark + spell(meant, script.lang) if run_or_set else None
    raise scanner.fault(expected, at=max(begun - len(mark), 0), end=found.end(), nearest=near)


def _with_suits(parts: Sequence[tuple[str, str, str]], lang: str) -> list[str]:
    """Return the cards; one without a suit has that of the next card, or the last one."""
    suits = [_suits(lang).get(suit.casefold(), "") for _dash, _rank, suit in parts]
    for at in reversed(range(len(suits) - 1)):
        suits[at] = suits[at] or suits[at + 1]
    for at in range(1, len(suits)):
        suits[at] = suits[at] or suits[at - 1]
    ranks = ("T" if rank == "10" else rank.upper() for _dash, rank, _suit in parts)
    return [rank + suit for rank, suit in zip(ranks, suits, strict=True)]


def _between(first: str, last: str) -> list[str]:
    """Return the cards of a run after its first card up to its last one; none if it is no run."""
    ranks = RANKS + RANKS[0]
    begin, end = ranks.index(first[0]), ranks.rindex(last[0])
    if first[1:] != last[1:] or begin >= end:
        return []
    return [rank + last[1:] for rank in ranks[begin + 1 : end + 1]]


def run_follows(scanner: Scanner, script: Script) -> bool:
    """Return whether the next word of the line consists only of cards."""
    scanner.skip()
    return _patterns(script).several.match(scanner.line, scanner.at) is not None


def _no_card(scanner: Scanner, lang: str) -> Unreadable:
    expected = Sentence(
        "a card such as {example} (A 2-9 T J Q K with {letters}; xx if nobody saw it)",
        {"example": spell(["7h"], lang), "letters": joined(LETTERS[lang].values(), " ")},
    )
    begun = scanner.at
    wrong = re.match(r"[\w♣♦♥♠]{1,3}", scanner.line[begun : begun + 3])
    return scanner.fault(expected, at=begun, nearest=_meant(wrong[0] if wrong else "", lang))


def _meant(text: str, lang: str) -> str | None:
    written = text.casefold()
    ranks = {rank.casefold(): rank for rank in RANKS} | {"10": "T", "1": "A", "0": "T"}
    rank, suit = ranks.get(written[:-1]), written[-1:]
    if rank is None:
        rank, suit = ranks.get(written[1:2]), written[:1]
    # the letters of the sheet's own language count most
    known = [(letter, code) for each in (*LETTERS, lang) for code, letter in LETTERS[each].items()]
    code = dict(known).get(suit)
    return rank + LETTERS[lang][code] if rank and code else None
