"""The parts of a line: how each kind of single value, and a list of cards, is read and written."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from referee.notation.cards import read_card, read_run, refuse_dashes, run_follows, spell
from referee.notation.context import Context, Line
from referee.notation.faults import nearest
from referee.notation.names import bare_ends, is_plain
from referee.notation.scanner import bare_or_quoted, quoted
from referee.notation.words import NOBODY, in_language, says
from referee.notation.words import POT as POT_WORDS
from referee.wording.amounts import PARTED, WHOLE_UNITS, without_thousands
from referee.wording.language import Word, joined
from referee.wording.phrases import Phrase
from referee.wording.sentences import Sentence

NONE = "()"
"""An empty list or map."""

POT = "pot"

NO_ACT: Final = 100
"""More cards than any list has: no act follows it in the same line."""


class Kind(Protocol):
    """One kind of value."""

    @property
    def expected(self) -> Phrase:
        """Return what is read, in words."""

    def read(self, line: Line) -> Any:
        """The value that stands next. Raises SheetFault."""

    def write(self, value: Any, context: Context) -> str:
        """The value as it reads back."""


def read_name(line: Line) -> str:
    """A player: a known one bare, anybody in double quotes."""
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
        expected = Sentence("{player}, or another name in double quotes", {"player": player})
        raise line.fault(expected, nearest=meant)
    name, line.at = found
    return name


class _Player:
    expected = Word("a player")

    def read(self, line: Line) -> str:
        return read_name(line)

    def write(self, value: str, context: Context) -> str:
        return context.names.write(value, before_word=True)


class _Newcomer:
    """A player whom no line has named before, or who comes back."""

    expected = Word("a player's name")

    def read(self, line: Line) -> str:
        if line.peek() == '"':
            return line.string(self.expected)
        ends = bare_ends(line.line, line.at, line.context.reserves)
        word = line.word()
        if not ends:
            if word and line.context.reserves(word):
                expected = Word("a player's name (a word of the sheet only in double quotes)")
                raise line.fault(expected, nearest=quoted(word))
            raise line.fault(
                Word("a player's name (in double quotes unless it begins with a letter)")
            )
        name = unicodedata.normalize("NFC", line.line[line.at : ends[0]])
        line.at = ends[0]
        return line.context.names.spelling(name) or name

    def write(self, value: str, context: Context) -> str:
        known = context.names.spelling(value) or value
        return value if is_plain(value, context.reserves) and known == value else quoted(value)


class _Payer(_Player):
    expected = Word("a player, or pot for the middle")

    def read(self, line: Line) -> str:
        word = line.word()
        if says(word, POT_WORDS):
            line.at += len(word)
            return POT
        return read_name(line)

    def write(self, value: str, context: Context) -> str:
        if value == POT:
            return in_language(POT_WORDS, context.lang)
        return super().write(value, context)


class _Winner:
    """A player, or nobody."""

    expected = Word("a player, or nobody")

    def read(self, line: Line) -> str | None:
        return None if read_nobody(line) else read_name(line)

    def write(self, value: str | None, context: Context) -> str:
        if value is None:
            return in_language(NOBODY, context.lang)
        return context.names.write(value, before_word=True)


def read_nobody(line: Line) -> bool:
    """Read the word for nobody if it is next."""
    word = line.word()
    found = bool(word) and says(word, NOBODY)
    line.at += len(word) if found else 0
    return found


class _Card:
    expected = Word("a card")

    def read(self, line: Line) -> str:
        line.skip()
        return read_card(line, line.script)

    def write(self, value: str, context: Context) -> str:
        return spell([value], context.lang)


class _Cards:
    expected = Word("cards such as 7h8h9h, or () for none")

    def read(self, line: Line) -> list[str]:
        return read_cards(line)

    def write(self, value: list[str], context: Context) -> str:
        return spell(value, context.lang) or NONE


def read_cards(line: Line, offer: str | None = None, least: int = NO_ACT) -> list[str]:
    """Cards run together or spaced; a player's whole name ends the list. ``least`` cards are
    needed before a ``-`` right behind them marks an act."""
    if line.take(NONE):
        return []
    refuse_dashes(line, line.script, least)
    cards = read_run(line, line.script, offer)
    while run_follows(line, line.script) and not line.context.names.whole(line.line, line.at):
        refuse_dashes(line, line.script, least, len(cards))
        cards += read_run(line, line.script, offer)
    return cards


class _Whole:
    def __init__(self, expected: Phrase) -> None:
        self.expected = expected

    def read(self, line: Line) -> int:
        return line.number(self.expected)

    def write(self, value: int, _: Context) -> str:
        return str(value)


class _Money(_Whole):
    """An amount, in whole numbers."""

    def read(self, line: Line) -> int:
        line.skip()
        found = PARTED.match(line.line, line.at)
        if found:
            near = without_thousands(found[0])
            raise line.fault(WHOLE_UNITS, at=line.at, end=found.end(), nearest=near)
        return super().read(line)


class _Digit:
    """A number of one digit, behind which a card may stand at once."""

    expected = Word("a digit")

    def read(self, line: Line) -> int:
        digit = line.peek()
        if not ("0" <= digit <= "9"):
            raise line.fault(self.expected)
        line.at += 1
        return int(digit)

    def write(self, value: int, _: Context) -> str:
        return str(value)


class _Points:
    """Points, which may be fewer than none, or a sum of them."""

    expected = Word("points such as 12 or -3")

    def read(self, line: Line) -> int:
        below = line.take("-") or line.take("−")
        points = line.number(self.expected)
        points = -points if below else points
        while line.take("+"):
            points += line.number(self.expected)
        return points

    def write(self, value: int, _: Context) -> str:
        return str(value)


class _Text:
    """A text that always stands in quotes."""

    expected = Word("a text in double quotes")

    def read(self, line: Line) -> str:
        return line.string(self.expected)

    def write(self, value: str, _: Context) -> str:
        return quoted(value)


class _Value(_Text):
    """A text that needs quotes only where it is more than a word."""

    expected = Word("a word, or a text in double quotes")

    def read(self, line: Line) -> str:
        line.skip()
        return line.bare(self.expected)

    def write(self, value: str, _: Context) -> str:
        return bare_or_quoted(value)


class _Choice:
    def __init__(self, what: Phrase, words: Callable[[], Sequence[str]]) -> None:
        self.what = what
        self.words = words

    @property
    def expected(self) -> Phrase:
        return among(self.what, self.words())

    def read(self, line: Line) -> str:
        word = line.word()
        return choose(line, word, self.words(), self.expected)

    def write(self, value: str, _: Context) -> str:
        return value


def among(what: Phrase, words: Sequence[str]) -> Phrase:
    """Something that is one of a few words, which stand behind it in brackets."""
    return Sentence("{what} ({words})", {"what": what, "words": joined(words)})


def choose(line: Line, word: str, words: Sequence[str], expected: Phrase) -> str:
    """Read one of these words, whatever its case."""
    chosen = next((known for known in words if known == word.casefold()), None)
    if chosen is None:
        raise line.fault(expected, nearest=nearest(word, words) if word else None)
    line.at += len(word)
    return chosen


PLAYER: Final[Kind] = _Player()
NEWCOMER: Final[Kind] = _Newcomer()
PAYER: Final[Kind] = _Payer()
WINNER: Final[Kind] = _Winner()
CARD: Final[Kind] = _Card()
CARDS: Final[Kind] = _Cards()
MONEY: Final[Kind] = _Money(Word("an amount such as 5"))
POINTS: Final[Kind] = _Points()
DIGIT: Final[Kind] = _Digit()
COUNT: Final[Kind] = _Whole(Word("a number of cards"))
TEXT: Final[Kind] = _Text()
VALUE: Final[Kind] = _Value()


def one_of(what: Phrase, words: Callable[[], Sequence[str]]) -> Kind:
    """One of a few words."""
    return _Choice(what, words)
