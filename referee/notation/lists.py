"""The parts of a line with several values: players, amounts, hands, melds, house rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from referee.judging.names import fold
from referee.notation.cards import refuse_dashes, run_follows
from referee.notation.context import Context, Line
from referee.notation.scanner import is_letter
from referee.notation.values import (
    CARD,
    CARDS,
    MONEY,
    NO_ACT,
    NONE,
    POINTS,
    Kind,
    among,
    choose,
    read_cards,
    read_name,
    take_word,
)
from referee.notation.words import (
    DRAWN,
    FROM,
    NOBODY,
    PAID,
    house_options,
    in_language,
    lists_of_options,
)
from referee.wording.language import Word
from referee.wording.sentences import Phrase, Sentence

One = Callable[[Line], Any]
Spell = Callable[[Any, Context], str]


def _listed(expected: Phrase, read: One, spell: Spell) -> Kind:
    """Return the notation of several values separated by commas; ``()`` for none."""

    def read_all(line: Line) -> list[Any]:
        if line.take(NONE):
            return []
        values = [read(line)]
        while line.take(","):
            values.append(read(line))
        return values

    def write_all(values: Iterable[Any], context: Context) -> str:
        return ", ".join(spell(value, context) for value in values) or NONE

    return Kind(expected, read_all, write_all)


def _per_player(expected: Phrase, read: One, spell: Spell) -> Kind:
    """Return the notation of values each preceded by a player, every player only once."""
    listed = _listed(expected, read, spell)

    def read_all(line: Line) -> dict[str, Any]:
        line.skip()
        begun = line.at
        pairs = listed.read(line)
        if len({fold(name) for name, _ in pairs}) < len(pairs):
            raise line.fault(Word("every player only once"), at=begun)
        return dict(pairs)

    return Kind(expected, read_all, lambda value, context: listed.write(value.items(), context))


def _read_amount(line: Line) -> tuple[str, int]:
    name = read_name(line)
    if not line.take("="):
        raise line.fault(Word("= and an amount"))
    return name, MONEY.read(line)


def _read_points(line: Line) -> tuple[str, int]:
    name = read_name(line)
    line.take("=")
    return name, POINTS.read(line)


def _read_hand(line: Line) -> tuple[str, list[str] | int]:
    name = read_name(line)
    refuse_dashes(line, line.script, NO_ACT)
    if line.here() != "(" and not run_follows(line, line.script) and line.here().isdigit():
        end = line.at + len(line.word())
        if all("0" <= char <= "9" for char in line.line[line.at : end]):
            return name, line.number(Word("cards, or how many"))
    return name, read_cards(line)


def _write_hand(pair: tuple[str, list[str] | int], context: Context) -> str:
    name, cards = pair
    held = str(cards) if isinstance(cards, int) else CARDS.write(cards, context)
    return f"{context.names.write(name, before_word=True)} {held}"


def _read_melds(line: Line) -> tuple[str, list[list[str]]]:
    name = read_name(line)
    if line.take(NONE):
        return name, []
    melds = [read_cards(line)] if run_follows(line, line.script) else []
    while line.take("=") or line.take(":"):
        melds.append(read_cards(line))
    if not melds:
        raise line.fault(Word("melds such as =7h8h9h, or () for none"))
    return name, melds


def _write_melds(pair: tuple[str, list[list[str]]], context: Context) -> str:
    name, melds = pair
    lying = " ".join("=" + CARDS.write(meld, context) for meld in melds)
    return f"{context.names.write(name)} {lying or NONE}"


_OFFER: Final = Word("a card and who laid it, such as 7h from Ana")


def _read_offer(line: Line) -> dict[str, Any]:
    """Read a card on offer, and the player who laid it; ``drawn`` from the deck, or ``paid``, if
    that is known."""
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
    words.append(context.names.write(offer["from"], before_word=True))
    if "drawn" in offer:
        words.append(in_language(DRAWN if offer["drawn"] else PAID, context.lang))
    return " ".join(words)


def _read_house(line: Line) -> dict[str, str | list[str]]:
    house: dict[str, str | list[str]] = {}
    while (name := line.word()) and line.line.startswith("=", line.at + len(name)):
        rule = choose(line, name, list(house_options()), Word("a house rule"))
        if rule in house:
            raise line.fault(Word("every house rule only once"), at=line.at - len(name))
        line.at += 1
        several = rule in lists_of_options()
        house[rule] = _read_options(line, rule) if several else _read_option(line, rule)
    return house


def _read_option(line: Line, rule: str) -> str:
    options = house_options()[rule]
    word = line.word() if is_letter(line.here()) else ""
    option = Sentence("an option of {rule}", {"rule": rule})
    return choose(line, word, options, among(option, options))


def _read_options(line: Line, rule: str) -> list[str]:
    if not is_letter(line.here()):
        return []
    chosen = [_read_option(line, rule)]
    while line.take(","):
        line.skip()
        chosen.append(_read_option(line, rule))
    return chosen


def tally(words: Sequence[str]) -> Kind:
    """Return the notation of words of the game, each with its number unless that is one."""
    expected = Word("the bonuses earned, such as mico 2, or () if there are none")

    def read(line: Line) -> dict[str, int]:
        found: dict[str, int] = {}
        while not line.take(NONE) and (word := line.word()).casefold() in words:
            choose(line, word, [word for word in words if word not in found], expected)
            found[word.casefold()] = line.number(expected) if line.peek().isdigit() else 1
        return found

    def write(value: dict[str, int], _: Context) -> str:
        each = (word if count == 1 else f"{word} {count}" for word, count in value.items())
        return " ".join(each) or NONE

    return Kind(expected, read, write)


def winners(words: Sequence[str]) -> Kind:
    """Return the notation of words of the game, each with its winners, or nobody."""
    expected = Word("who won what, such as oro Ana, flor nobody")

    def read(line: Line) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not line.take(NONE):
            left = [word for word in words if word not in found]
            word = choose(line, line.word(), left, expected)
            found[word] = _read_winners(line)
            if not line.take(","):
                break
        return found

    def write(value: dict[str, Any], context: Context) -> str:
        each = (f"{word} {_write_winners(names, context)}" for word, names in value.items())
        return ", ".join(each) or NONE

    return Kind(expected, read, write)


def _read_winners(line: Line) -> str | list[str] | None:
    if take_word(line, NOBODY):
        return None
    names = [read_name(line)]
    while line.take("&"):
        names.append(read_name(line))
    return names if len(names) > 1 else names[0]


def _write_winners(names: str | list[str] | None, context: Context) -> str:
    if names is None:
        return in_language(NOBODY, context.lang)
    return " & ".join(map(context.names.write, [names] if isinstance(names, str) else names))


def begins_with_one(words: Sequence[str]) -> Callable[[Line], bool]:
    """Return a check for one of these words, or the sign for none, at this position."""
    return lambda line: line.word().casefold() in words or line.line.startswith(NONE, line.at)


_PEOPLE: Final = _listed(
    Word("players, or () for none"), read_name, lambda name, context: context.names.write(name)
)
PEOPLE: Final = replace(
    _PEOPLE, read=lambda line: [] if take_word(line, NOBODY) else _PEOPLE.read(line)
)
AMOUNTS: Final = _per_player(
    Word("amounts such as Ana=4, Beto=5"),
    _read_amount,
    lambda pair, context: f"{context.names.write(pair[0])}={pair[1]}",
)
POINTS_OF_EACH: Final = _per_player(
    Word("points such as Ana 5, Beto 12"),
    _read_points,
    lambda pair, context: f"{context.names.write(pair[0], before_word=True)} {pair[1]}",
)
HANDS: Final = _per_player(Word("hands such as Ana AhKd5c, Beto 9"), _read_hand, _write_hand)
DEALT: Final = replace(
    HANDS, write=lambda hands, context: HANDS.write(hands, context) if hands else ""
)
"""The hands of a deal; nothing is written if no hand is known."""

MELDS: Final = _per_player(Word("melds such as Ana =7h8h9h, Beto ()"), _read_melds, _write_melds)
OFFER: Final = Kind(_OFFER, _read_offer, _write_offer)
HOUSE: Final = Kind(
    Word("house rules such as knock=free"),
    _read_house,
    lambda house, _: " ".join(
        f"{rule}={chosen if isinstance(chosen, str) else ','.join(chosen)}"
        for rule, chosen in house.items()
    ),
)
