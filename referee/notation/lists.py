"""The parts of a line that hold several values: players, amounts, hands, melds, house rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    read_nobody,
)
from referee.notation.words import (
    DRAWN,
    FROM,
    NOBODY,
    PAID,
    house_options,
    in_language,
    lists_of_options,
    says,
)
from referee.wording.language import Word
from referee.wording.phrases import Phrase
from referee.wording.sentences import Sentence


class _Listed:
    """Several values with commas between them; ``()`` for none."""

    def __init__(
        self, expected: Phrase, one: Callable[[Line], Any], spell: Callable[..., str]
    ) -> None:
        self.expected = expected
        self._one = one
        self._spell = spell

    def read(self, line: Line) -> list[Any]:
        if line.take(NONE):
            return []
        values = [self._one(line)]
        while line.take(","):
            values.append(self._one(line))
        return values

    def write(self, value: list[Any], context: Context) -> str:
        return ", ".join(self._spell(one, context) for one in value) or NONE


class _PerPlayer(_Listed):
    """The same with a player before each value; a player only once."""

    def read(self, line: Line) -> Any:
        line.skip()
        begun = line.at
        pairs = super().read(line)
        folded = [fold(name) for name, _ in pairs]
        if len(set(folded)) < len(folded):
            raise line.fault(Word("every player only once"), at=begun)
        return dict(pairs)

    def write(self, value: Any, context: Context) -> str:
        return super().write(list(value.items()), context)


def _read_amount(line: Line) -> tuple[str, int]:
    name = read_name(line)
    if not line.take("="):
        raise line.fault(Word("= and an amount"))
    return name, MONEY.read(line)


def _write_amount(pair: tuple[str, int], context: Context) -> str:
    return f"{context.names.write(pair[0])}={pair[1]}"


def _read_points(line: Line) -> tuple[str, int]:
    name = read_name(line)
    line.take("=")
    return name, POINTS.read(line)


def _write_points(pair: tuple[str, int], context: Context) -> str:
    return f"{context.names.write(pair[0], before_word=True)} {pair[1]}"


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


class _Hands(_PerPlayer):
    """The hands of a deal; nothing at all where nobody looked."""

    def write(self, value: Any, context: Context) -> str:
        return super().write(value, context) if value else ""


class _Offer:
    """A card on offer, and who laid it; ``drawn`` from the deck, or ``paid``, if that is known."""

    expected = Word("a card and who laid it, such as 7h from Ana")

    def read(self, line: Line) -> dict[str, Any]:
        offer: dict[str, Any] = {"card": CARD.read(line)}
        if not _take_word(line, FROM):
            raise line.fault(self.expected)
        offer["from"] = read_name(line)
        for drawn, word in ((True, DRAWN), (False, PAID)):
            if _take_word(line, word):
                offer["drawn"] = drawn
        return offer

    def write(self, value: Mapping[str, Any], context: Context) -> str:
        told = [CARD.write(value["card"], context), in_language(FROM, context.lang)]
        told.append(context.names.write(value["from"], before_word=True))
        if "drawn" in value:
            told.append(in_language(DRAWN if value["drawn"] else PAID, context.lang))
        return " ".join(told)


def _take_word(line: Line, pair: tuple[str, str]) -> bool:
    """Pass over a word if it stands next."""
    word = line.word()
    if not says(word, pair):
        return False
    line.at += len(word)
    return True


class _House:
    """House rules with their options."""

    expected = Word("house rules such as knock=free")

    def read(self, line: Line) -> dict[str, str | list[str]]:
        house: dict[str, str | list[str]] = {}
        while (name := line.word()) and line.line.startswith("=", line.at + len(name)):
            rule = choose(line, name, list(house_options()), Word("a house rule"))
            if rule in house:
                raise line.fault(Word("every house rule only once"), at=line.at - len(name))
            line.at += 1
            several = rule in lists_of_options()
            house[rule] = _read_options(line, rule) if several else _read_option(line, rule)
        return house

    def write(self, value: Mapping[str, str | list[str]], _: Context) -> str:
        return " ".join(
            f"{rule}={chosen if isinstance(chosen, str) else ','.join(chosen)}"
            for rule, chosen in value.items()
        )


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


class _People(_Listed):
    """Players; ``nobody`` for none is read, too."""

    def read(self, line: Line) -> list[Any]:
        return [] if read_nobody(line) else super().read(line)


class Tally:
    """Words of the game, each with its number unless that is one."""

    expected = Word("what was earned, such as mico 2, or () for nothing")

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    def read(self, line: Line) -> dict[str, int]:
        """Read the words up to the next part of the line."""
        found: dict[str, int] = {}
        while not line.take(NONE) and (word := line.word()).casefold() in self.words:
            choose(line, word, [one for one in self.words if one not in found], self.expected)
            found[word.casefold()] = line.number(self.expected) if line.peek().isdigit() else 1
        return found

    def write(self, value: dict[str, int], _: Context) -> str:
        """Write the words, or the sign for none."""
        each = (word if count == 1 else f"{word} {count}" for word, count in value.items())
        return " ".join(each) or NONE

    def follows(self, line: Line) -> bool:
        """Return whether one of the words stands next, or the sign for none."""
        return line.word().casefold() in self.words or line.line.startswith(NONE, line.at)


class Winners(Tally):
    """Words of the game, each with the players who have won it, or nobody."""

    expected = Word("who has won what, such as oro Ana, flor nobody")

    def read(self, line: Line) -> dict[str, Any]:
        """Read the words with their winners."""
        found: dict[str, Any] = {}
        while not line.take(NONE):
            left = [one for one in self.words if one not in found]
            word = choose(line, line.word(), left, self.expected)
            found[word] = self._read_names(line)
            if not line.take(","):
                break
        return found

    @staticmethod
    def _read_names(line: Line) -> str | list[str] | None:
        if read_nobody(line):
            return None
        names = [read_name(line)]
        while line.take("&"):
            names.append(read_name(line))
        return names if len(names) > 1 else names[0]

    def write(self, value: dict[str, Any], context: Context) -> str:
        """Write the words with their winners, or the sign for none."""

        def told(names: str | list[str] | None) -> str:
            if names is None:
                return in_language(NOBODY, context.lang)
            listed = [names] if isinstance(names, str) else names
            return " & ".join(context.names.write(name) for name in listed)

        return ", ".join(f"{word} {told(names)}" for word, names in value.items()) or NONE


PEOPLE: Final[Kind] = _People(
    Word("players, or () for none"), read_name, lambda name, context: context.names.write(name)
)
AMOUNTS: Final[Kind] = _PerPlayer(
    Word("amounts such as Ana=4, Beto=5"), _read_amount, _write_amount
)
POINTS_OF_EACH: Final[Kind] = _PerPlayer(
    Word("points such as Ana 5, Beto 12"), _read_points, _write_points
)
HANDS: Final[Kind] = _Hands(Word("hands such as Ana AhKd5c, Beto 9"), _read_hand, _write_hand)
MELDS: Final[Kind] = _PerPlayer(
    Word("melds such as Ana =7h8h9h, Beto ()"), _read_melds, _write_melds
)
OFFER: Final[Kind] = _Offer()
HOUSE: Final[Kind] = _House()
