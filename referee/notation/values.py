"""Reading and writing the parts of a line: values of each kind, and lists and maps of them."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from referee.judging.forms import Pair
from referee.judging.names import fold
from referee.notation import words as sheet_words
from referee.notation.cards import read_card, read_run, refuse_dashes, run_follows, spell
from referee.notation.context import Context, Line
from referee.notation.scanner import bare_or_quoted, is_letter, nearest
from referee.notation.words import DRAWN, FROM, NOBODY, PAID, in_language, says
from referee.wording.language import Word, joined
from referee.wording.sentences import Phrase, Sentence
from referee.wording.visible import visible_json

NONE = "()"  # an empty list or map

POT = "pot"

NO_ACT: Final = 100  # more cards than any list before the sign of an act

Read = Callable[[Line], Any]
Write = Callable[[Any, Context], str]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value: its description, a reader, and a writer whose output reads back.

    ``follows`` returns whether a value that may be missing comes next; ``empty`` is its meaning
    then, if any.
    """

    expected: Phrase
    read: Read
    write: Write
    follows: Callable[[Line], bool] = lambda line: not line.ends()
    empty: object = None


def read_name(line: Line, or_else: Phrase = "") -> str:
    """Read a player: a known one bare, any in double quotes; ``or_else`` is what may come there,
    too."""
    if line.peek() == '"':
        return line.string(Word("a player's name"))
    names = line.context.names
    found = names.find(line.line, line.at, line.script)
    if not found and line.context.nameless:
        for end in names.ends(line.line, line.at)[-1:]:
            found = line.line[line.at : end], end
    if not found:
        known = list(names)[:6]
        player = among(Word("a player"), known) if known else Word("a player")
        if or_else:
            player = Sentence("{act} or {player}", {"act": or_else, "player": player})
        meant = nearest(line.word(), list(names)[:50]) if line.word() else None
        raise line.fault("{player}, or another name in double quotes", nearest=meant, player=player)
    name, line.at = found
    return name


def _write_name(name: str, context: Context) -> str:
    return context.names.write(name, before_word=True)


_NEWCOMER: Final = Word("a player's name")


def read_newcomer(line: Line) -> str:
    """Read a player who is new, or who comes back."""
    if line.peek() == '"':
        return line.string(_NEWCOMER)
    names, word = line.context.names, line.word()
    for end in names.ends(line.line, line.at)[:1]:
        name = unicodedata.normalize("NFC", line.line[line.at : end])
        line.at = end
        return names.spelling(name) or name
    if word and line.context.reserves(word):
        expected = Word("a player's name (a word of the sheet only in double quotes)")
        raise line.fault(expected, nearest=visible_json(word))
    raise line.fault(Word("a player's name (in double quotes unless it begins with a letter)"))


def take_word(line: Line, pair: tuple[str, str]) -> bool:
    """Skip a word, in either language, if it comes next; return whether it did."""
    if found := says(line.word(), pair):
        line.pass_word(line.word())
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


WHOLE_UNITS: Final = Word(
    "a whole number of the smallest unit, without point or comma: 1250 for 12.50 (unit=centavos)"
)
PARTED: Final = re.compile(r"[0-9]+(?:[.,'’][0-9]+)+")  # digits with points or commas between them

_IN_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:[.,'’][0-9]{3})+").fullmatch


def without_thousands(text: str) -> str | None:
    """Return the digits of a whole number whose thousands are marked; None for any other text.

    >>> without_thousands("1,250"), without_thousands("1,250.50"), without_thousands("12.50")
    ('1250', None, None)
    """
    return re.sub(r"\D", "", text) if _IN_THOUSANDS(text) else None


_MONEY: Final = Word("an amount such as 5")
_POINTS: Final = Word("points such as 12 or -3")


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
    """Read points, which may be negative, or a sum of them, perhaps after ``=`` or ``:``."""
    line.take("=") or line.take(":")
    sign = -1 if line.take("-") or line.take("−") else 1
    points = sign * line.number(_POINTS)
    while line.take("+"):
        points += line.number(_POINTS)
    return points


_VALUE: Final = Word("a word, or a text in double quotes")


def _read_value(line: Line) -> str:
    line.skip()
    return line.bare(_VALUE)


def among(what: Phrase, words: Sequence[str]) -> Phrase:
    """Return a description followed by the possible words in brackets."""
    return Sentence("{what} ({words})", {"what": what, "words": joined(words)})


def choose(line: Line, words: Sequence[str], expected: Phrase) -> str:
    """Read one of these words, ignoring case."""
    word = line.word()
    chosen = next((known for known in words if known == word.casefold()), None)
    if chosen is None:
        raise line.fault(expected, nearest=nearest(word, words) if word else None)
    line.at += len(word)
    return chosen


def one_of(what: Phrase, words: Sequence[str]) -> Kind:
    """Return the notation of a choice between a few words."""
    expected = among(what, words)
    return Kind(expected, lambda line: choose(line, words, expected), _plain)


def _name_or(expected: Phrase, word: Pair, meaning: str | None) -> Kind:
    """Return the notation of a player, or a word with this meaning."""
    return Kind(
        expected,
        lambda line: meaning if take_word(line, word) else read_name(line),
        lambda name, context: (
            in_language(word, context.lang) if name == meaning else _write_name(name, context)
        ),
    )


def _plain(value: object, _context: Context) -> str:
    return str(value)


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
_DIGIT: Final = Word("a digit")
_COUNT: Final = Word("a number of cards")
_TEXT: Final = Word("a text in double quotes")
DIGIT: Final = Kind(_DIGIT, _read_digit, _plain)
COUNT: Final = Kind(_COUNT, lambda line: line.number(_COUNT), _plain)
TEXT: Final = Kind(_TEXT, lambda line: line.string(_TEXT), lambda text, _: visible_json(text))


def _listed(expected: Phrase, read: Read, write: Write) -> Kind:
    """Return the notation of several values separated by commas, which may be missing before a
    player's full name; ``()`` for none."""

    def read_all(line: Line) -> list[Any]:
        if line.take(NONE):
            return []
        values = [read(line)]
        while line.take(",") or line.context.names.whole(line.line, line.at):
            values.append(read(line))
        return values

    def write_all(values: Iterable[Any], context: Context) -> str:
        return ", ".join(write(value, context) for value in values) or NONE

    return Kind(expected, read_all, write_all)


def _per_player(
    expected: Phrase, read: Read, write: Write, glue: str = " ", write_name: Write = _write_name
) -> Kind:
    """Return the notation of values each preceded by a player, every player only once."""
    listed = _listed(
        expected,
        lambda line: (read_name(line), read(line)),
        lambda pair, context: write_name(pair[0], context) + glue + write(pair[1], context),
    )

    def read_all(line: Line) -> dict[str, Any]:
        line.skip()
        begun = line.at
        pairs = listed.read(line)
        if len({fold(name) for name, _ in pairs}) < len(pairs):
            raise line.fault(Word("every player only once"), at=begun)
        return dict(pairs)

    return Kind(expected, read_all, lambda value, context: listed.write(value.items(), context))


def _read_amount(line: Line) -> int:
    line.take("=") or line.take(":")
    return _read_money(line)


def _read_hand(line: Line) -> list[str] | int:
    refuse_dashes(line, line.script, NO_ACT)
    word = line.word()
    if word.isascii() and word.isdigit() and not run_follows(line, line.script):
        return line.number(Word("cards, or how many"))
    return read_cards(line)


def _read_melds(line: Line) -> list[list[str]]:
    if line.take(NONE):
        return []
    melds = [read_cards(line)] if run_follows(line, line.script) else []
    while line.take("=") or line.take(":"):
        melds.append(read_cards(line))
    if not melds:
        raise line.fault(Word("melds such as =7h8h9h, or () for none"))
    return melds


def _write_melds(melds: list[list[str]], context: Context) -> str:
    return " ".join("=" + CARDS.write(meld, context) for meld in melds) or NONE


def _write_bare(name: str, context: Context) -> str:
    """Write a player who is followed by a sign."""
    return context.names.write(name)


_OFFER: Final = Word("a card and who laid it, such as 7h from Ana")


def _read_offer(line: Line) -> dict[str, Any]:
    """Read a card on offer, who laid it, and whether it was drawn or paid, if known."""
    offer: dict[str, Any] = {"card": CARD.read(line)}
    if not take_word(line, FROM):
        raise line.fault(_OFFER)
    offer["from"] = read_name(line)
    for drawn, word in ((True, DRAWN), (False, PAID)):
        if take_word(line, word):
            offer["drawn"] = drawn
    return offer


def _write_offer(offer: Mapping[str, Any], context: Context) -> str:
    words = [CARD.write(offer["card"], context), in_language(FROM, context.lang)]
    words.append(_write_name(offer["from"], context))
    if "drawn" in offer:
        words.append(in_language(DRAWN if offer["drawn"] else PAID, context.lang))
    return " ".join(words)


def _read_house(line: Line) -> dict[str, str | list[str]]:
    house: dict[str, str | list[str]] = {}
    while (name := line.word()) and line.line.startswith("=", line.at + len(name)):
        rule = choose(line, list(sheet_words.house_options()), Word("a house rule"))
        if rule in house:
            raise line.fault(Word("every house rule only once"), at=line.at - len(name))
        line.at += 1
        options, several = sheet_words.house_options()[rule]
        option = one_of(Sentence("an option of {rule}", {"rule": rule}), options)
        chosen = [] if several and not is_letter(line.here()) else [option.read(line)]
        while several and chosen and line.take(","):
            chosen.append(option.read(line))
        house[rule] = chosen if several else chosen[0]
    return house


def tally(words: Sequence[str]) -> Kind:
    """Return the notation of words of the game, each with its number unless that is one."""
    expected = Word("the bonuses earned, such as mico 2, or () if there are none")

    def read(line: Line) -> dict[str, int]:
        found: dict[str, int] = {}
        while not line.take(NONE) and line.word().casefold() in words:
            word = choose(line, [word for word in words if word not in found], expected)
            found[word] = line.number(expected) if line.peek().isdigit() else 1
        return found

    def write(value: dict[str, int], _: Context) -> str:
        each = (word if count == 1 else f"{word} {count}" for word, count in value.items())
        return " ".join(each) or NONE

    return Kind(expected, read, write, _begins_with_one(words))


def winners(words: Sequence[str]) -> Kind:
    """Return the notation of words of the game, each with its winners, or nobody."""
    expected = Word("who won what, such as oro Ana, flor nobody")

    def read(line: Line) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not line.take(NONE):
            left = [word for word in words if word not in found]
            word = choose(line, left, expected)
            found[word] = _read_winners(line)
            if not line.take(","):
                break
        return found

    def say(names: str | list[str] | None, context: Context) -> str:
        if names is None:
            return in_language(NOBODY, context.lang)
        return " & ".join(map(context.names.write, [names] if isinstance(names, str) else names))

    def write(value: dict[str, Any], context: Context) -> str:
        each = (f"{word} {say(names, context)}" for word, names in value.items())
        return ", ".join(each) or NONE

    return Kind(expected, read, write, _begins_with_one(words))


def _read_winners(line: Line) -> str | list[str] | None:
    if take_word(line, NOBODY):
        return None
    names = [read_name(line)]
    while line.take("&"):
        names.append(read_name(line))
    return names if len(names) > 1 else names[0]


def _begins_with_one(words: Sequence[str]) -> Callable[[Line], bool]:
    """Return a check for one of these words, or the sign for none, at this position."""
    return lambda line: line.word().casefold() in words or line.line.startswith(NONE, line.at)


_PEOPLE: Final = _listed(Word("players, or () for none"), read_name, _write_bare)
_HANDS: Final = _per_player(
    Word("hands such as Ana AhKd5c, Beto 9"),
    _read_hand,
    lambda hand, context: str(hand) if isinstance(hand, int) else CARDS.write(hand, context),
)
DEALT: Final = replace(
    _HANDS, write=lambda hands, context: _HANDS.write(hands, context) if hands else "", empty={}
)
"""The hands of a deal; nothing is written if no hand is known."""

HOUSE: Final = Kind(
    Word("house rules such as knock=free"),
    _read_house,
    lambda house, _: " ".join(
        f"{rule}={chosen if isinstance(chosen, str) else ','.join(chosen)}"
        for rule, chosen in house.items()
    ),
    empty={},
)

_PLAYER: Final = Kind(Word("a player"), read_name, _write_name)
DEALER: Final = replace(
    _PLAYER,
    follows=lambda line: not sheet_words.is_label(line.word(), line.context.game),
    empty="",
)

KINDS: Final[Mapping[str, Kind]] = {
    "player": _PLAYER,
    "newcomer": Kind(
        _NEWCOMER,
        read_newcomer,
        lambda name, context: context.names.write_new(name, before_word=True),
    ),
    "winner": _name_or(Word("a player, or nobody"), NOBODY, None),
    "payer": _name_or(Word("a player, or pot for the middle"), sheet_words.POT, POT),
    "players": replace(
        _PEOPLE, read=lambda line: [] if take_word(line, NOBODY) else _PEOPLE.read(line)
    ),
    "card": CARD,
    "cards": CARDS,
    "offer": Kind(_OFFER, _read_offer, _write_offer),
    "hands": _HANDS,
    "melds": _per_player(
        Word("melds such as Ana =7h8h9h, Beto ()"), _read_melds, _write_melds, " ", _write_bare
    ),
    "amounts": _per_player(
        Word("amounts such as Ana=4, Beto=5"), _read_amount, _plain, "=", _write_bare
    ),
    "points": _per_player(Word("points such as Ana 5, Beto 12"), _read_points, _plain),
    "money": Kind(_MONEY, _read_money, _plain),
    "count": COUNT,
    "house": HOUSE,
    "text": TEXT,
    "word": Kind(_VALUE, _read_value, lambda text, _: bare_or_quoted(text)),
}
"""The notation of each kind of field but an event, or a choice among the words of its game."""
