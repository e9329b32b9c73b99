"""Reading and writing the parts of a line: single values of each kind, and lists of cards."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.notation.cards import read_card, read_run, refuse_dashes, run_follows, spell
from referee.notation.context import Context, Line
from referee.notation.names import bare_ends, is_plain
from referee.notation.scanner import bare_or_quoted, nearest, quoted
from referee.notation.words import NOBODY, in_language, says
from referee.notation.words import POT as POT_WORDS
from referee.wording.language import Word, joined
from referee.wording.sentences import Phrase, Sentence

NONE = "()"  # an empty list or map

POT = "pot"

NO_ACT: Final = 100
"""More cards than any list has. As the least number of cards before an act, it means that no act
follows the list."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value: its description, its reader, which may raise SheetFault, and its writer,
    whose output reads back."""

    expected: Phrase
    read: Callable[[Line], Any]
    write: Callable[[Any, Context], str]


def read_name(line: Line) -> str:
    """Read a player: a known one bare, any in double quotes."""
    if line.peek() == '"':
        return line.string(Word("a player's name"))
    names = line.context.names
    found = names.find(line.line, line.at, line.script)
    ends = bare_ends(line.line, line.at, line.context.reserves)
    if not found and line.context.nameless and ends:
        found = line.line[line.at : ends[-1]], ends[-1]
    if not found:
        known = list(names)[:6]
        player = among(Word("a player"), known) if known else Word("a player")
        meant = names.nearest(line.word()) if line.word() else None
        raise line.fault("{player}, or another name in double quotes", nearest=meant, player=player)
    name, line.at = found
    return name


def _write_name(name: str, context: Context) -> str:
    return context.names.write(name, before_word=True)


_NEWCOMER: Final = Word("a player's name")


def _read_newcomer(line: Line) -> str:
    """Read a player who is new, or who comes back."""
    if line.peek() == '"':
        return line.string(_NEWCOMER)
    ends = bare_ends(line.line, line.at, line.context.reserves)
    word = line.word()
    if not ends:
        if word and line.context.reserves(word):
            expected = Word("a player's name (a word of the sheet only in double quotes)")
            raise line.fault(expected, nearest=quoted(word))
        raise line.fault(Word("a player's name (in double quotes unless it begins with a letter)"))
    name = unicodedata.normalize("NFC", line.line[line.at : ends[0]])
    line.at = ends[0]
    return line.context.names.spelling(name) or name


def _write_newcomer(name: str, context: Context) -> str:
    known = context.names.spelling(name) or name
    return name if is_plain(name, context.reserves) and known == name else quoted(name)


def take_word(line: Line, pair: tuple[str, str]) -> bool:
    """Skip a word, in either language, if it comes next; return whether it did."""
    word = line.word()
    found = bool(word) and says(word, pair)
    line.at += len(word) if found else 0
    return found


def read_cards(line: Line, offer: str | None = None, least: int = NO_ACT) -> list[str]:
    """Read cards with or without spaces; a player's full name ends the list. At least ``least``
    cards are needed before a ``-`` directly after them marks an act."""
    if line.take(NONE):
        return []
    refuse_dashes(line, line.script, least)
    cards = read_run(line, line.script, offer)
    while run_follows(line, line.script) and not line.context.names.whole(line.line, line.at):
        refuse_dashes(line, line.script, least, len(cards))
        cards += read_run(line, line.script, offer)
    return cards


_MONEY: Final = Word("an amount such as 5")
_DIGIT: Final = Word("a digit")
_POINTS: Final = Word("points such as 12 or -3")
_COUNT: Final = Word("a number of cards")
_TEXT: Final = Word("a text in double quotes")
_VALUE: Final = Word("a word, or a text in double quotes")


def _read_money(line: Line) -> int:
    line.skip()
    found = PARTED.match(line.line, line.at)
    if found:
        near = without_thousands(found[0])
        raise line.fault(WHOLE_UNITS, at=line.at, end=found.end(), nearest=near)
    return line.number(_MONEY)


def _read_digit(line: Line) -> int:
    """Read a number of one digit, which a card may follow directly."""
    digit = line.peek()
    if not ("0" <= digit <= "9"):
        raise line.fault(_DIGIT)
    line.at += 1
    return int(digit)


def _read_points(line: Line) -> int:
    """Read points, which may be negative, or a sum of them."""
    below = line.take("-") or line.take("−")
    points = line.number(_POINTS)
    points = -points if below else points
    while line.take("+"):
        points += line.number(_POINTS)
    return points


def _read_value(line: Line) -> str:
    line.skip()
    return line.bare(_VALUE)


def among(what: Phrase, words: Sequence[str]) -> Phrase:
    """Return a description followed by the possible words in brackets."""
    return Sentence("{what} ({words})", {"what": what, "words": joined(words)})


def choose(line: Line, word: str, words: Sequence[str], expected: Phrase) -> str:
    """Read one of these words, ignoring case."""
    chosen = next((known for known in words if known == word.casefold()), None)
    if chosen is None:
        raise line.fault(expected, nearest=nearest(word, words) if word else None)
    line.at += len(word)
    return chosen


PLAYER: Final = Kind(Word("a player"), read_name, _write_name)
NEWCOMER: Final = Kind(_NEWCOMER, _read_newcomer, _write_newcomer)
PAYER: Final = Kind(
    Word("a player, or pot for the middle"),
    lambda line: POT if take_word(line, POT_WORDS) else read_name(line),
    lambda payer, context: (
        in_language(POT_WORDS, context.lang) if payer == POT else _write_name(payer, context)
    ),
)
WINNER: Final = Kind(
    Word("a player, or nobody"),
    lambda line: None if take_word(line, NOBODY) else read_name(line),
    lambda winner, context: (
        in_language(NOBODY, context.lang) if winner is None else _write_name(winner, context)
    ),
)
CARD: Final = Kind(
    Word("a card"),
    lambda line: read_card(line, line.script),
    lambda card, context: spell([card], context.lang),
)
CARDS: Final = Kind(
    Word("cards such as 7h8h9h, or () for none"),
    read_cards,
    lambda cards, context: spell(cards, context.lang) or NONE,
)
MONEY: Final = Kind(_MONEY, _read_money, lambda money, _: str(money))
POINTS: Final = Kind(_POINTS, _read_points, lambda points, _: str(points))
DIGIT: Final = Kind(_DIGIT, _read_digit, lambda digit, _: str(digit))
COUNT: Final = Kind(_COUNT, lambda line: line.number(_COUNT), lambda count, _: str(count))
TEXT: Final = Kind(_TEXT, lambda line: line.string(_TEXT), lambda text, _: quoted(text))
VALUE: Final = Kind(_VALUE, _read_value, lambda text, _: bare_or_quoted(text))
"""A text that needs quotes only if it is more than a word."""


def one_of(what: Phrase, words: Sequence[str]) -> Kind:
    """Return the notation of a choice between a few words."""
    expected = among(what, words)
    return Kind(
        expected, lambda line: choose(line, line.word(), words, expected), lambda word, _: word
    )


WHOLE_UNITS: Final = Word(
    "a whole number of the smallest unit, without point or comma: 1250 for 12.50 (unit=centavos)"
)
PARTED: Final = re.compile(r"[0-9]+(?:[.,'’][0-9]+)+")
"""Digits with points or commas between them."""

_IN_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:[.,'’][0-9]{3})+").fullmatch


def without_thousands(text: str) -> str | None:
    """Return the digits of a whole number whose thousands are marked; None for any other text.

    >>> without_thousands("1,250"), without_thousands("1,250.50"), without_thousands("12.50")
    ('1250', None, None)
    """
    return re.sub(r"\D", "", text) if _IN_THOUSANDS(text) else None
