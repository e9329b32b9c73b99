"""The parts of a rulebook: its house rules, its rules in words, and its secrets during play.

All printed rulebooks are made from these.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from referee.judging.corrections import Event
from referee.judging.counting import Counting
from referee.judging.forms import Form
from referee.judging.sheet_table import SheetTable
from referee.wording.language import N_, Word, _, joined
from referee.wording.sentences import Sentence


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One rule of a rulebook.

    ``on`` names the events that trigger the rule, ``binds`` the house rules that change it,
    ``right`` is a sentence on how it is done right. If a rule that ``silences`` has a finding, no
    other rule is asked about that event: one slip, one finding. A rule that speaks ``once`` reports
    a slip once per hand and player. ``cases`` is the folder of its tests.
    """

    id: str
    kind: str
    on: tuple[str, ...]
    section: str
    source: str
    plain: str
    right: str
    binds: tuple[str, ...]
    silences: bool
    once: bool
    cases: str

    @property
    def shown_by(self) -> str:
        """The path of the rule's test cases in the source tree."""
        return f"{self.cases}/{self.id}.txt"

    def to_dict(self) -> dict[str, Any]:
        """The rule as plain data."""
        return {
            "id": self.id,
            "section": _(self.section),
            "kind": self.kind,
            "plain": _(self.plain),
            "source": _(self.source),
            "house_rules": list(self.binds),
            "shown_by": self.shown_by,
        }


@dataclass(frozen=True, slots=True, eq=False)
class HouseRule:
    """A point on which tables differ, with its ``title`` for people, and its options by name in
    words, the default first.

    ``several`` marks a house rule whose value is a list of options (by default all).

    >>> HouseRule("aces", "Runs", "The ace", "rule text", {"on": "high", "low": "low"}).plain
    'The ace: high (on), or low.'
    """

    name: str
    section: str
    title: str
    source: str
    said: Mapping[str, str]
    several: bool = False

    @property
    def options(self) -> tuple[str, ...]:
        """The names of its options."""
        return tuple(self.said)

    @property
    def heading(self) -> str:
        """The name for people."""
        return Word(self.title) if self.title else self.name.replace("_", " ")

    def option(self, option: str) -> str:
        """Return the name of one of its options for people.

        >>> HouseRule("aces", "", "", "", {"on": "high", "off": "low"}).option("off")
        'low'
        """
        return Word(self.said[option]) if option in self.said else option.replace("_", " ")

    def agreed(self, chosen: str | Sequence[str]) -> Sentence:
        """Return the house rule with the options that a table chose."""
        words = self.option(chosen) if isinstance(chosen, str) else [*map(self.option, chosen)]
        facts = {"house_rule": self.heading, "option": words or Word("none")}
        return Sentence("“{house_rule}” ({option})", facts)

    @property
    def plain(self) -> str:
        """The house rule with its options in the current language, and their names for programs."""
        return self._with_options(
            _(words) if words == name.replace("_", " ") else f"{_(words)} ({name})"
            for name, words in self.said.items()
        )

    @property
    def explained(self) -> str:
        """The house rule with its options in the current language."""
        return self._with_options(map(_, self.said.values()))

    def _with_options(self, words: Iterable[str]) -> str:
        *most, last = words
        text = N_("{title}: {most}, or {last}.")
        if self.several:
            text = N_("{title}: any of {most}, and {last}.")
        return _(text).format(title=_(self.heading), most=joined(most), last=last)

    @property
    def default(self) -> str | tuple[str, ...]:
        """The option of a table that chose none."""
        return self.options if self.several else self.options[0]

    def chosen(self, house: House) -> tuple[str, ...]:
        """Return the options of this house rule that are in force: one, or several."""
        option = house[self.name]
        return tuple(option) if self.several else (option,)


House = Mapping[str, Any]
"""The options in force at a table by house rule (a tuple of options if it allows several)."""


NOTHING_CHOSEN: Final[House] = MappingProxyType({})


Sayings = Callable[[Event], list[Sentence]]
"""Puts an event of a game into words."""


def options_of_all(books: Iterable[Rulebook]) -> dict[str, tuple[tuple[str, ...], bool]]:
    """Return every house rule of some games, with its options in any of them, and whether it takes
    several."""
    rules: dict[str, tuple[tuple[str, ...], bool]] = {}
    for rule in (rule for book in books for rule in book.house_rules):
        options, several = rules.get(rule.name, ((), False))
        rules[rule.name] = tuple(dict.fromkeys(options + rule.options)), several or rule.several
    return rules


def agreed(before: House, new: House) -> dict[str, Any]:
    """Return the options in force after a table changed some of them.

    >>> agreed({"knock": "binding", "side_games": ("oro",)}, {"side_games": ["oro", "flor"]})
    {'knock': 'binding', 'side_games': ('oro', 'flor')}
    """
    return {**before} | {
        name: tuple(option) if isinstance(option, list) else option for name, option in new.items()
    }


@dataclass(frozen=True, slots=True)
class Milestone:
    """A notable event of an evening: its sign, as on the score sheet, and what happened."""

    event: int
    sign: str
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class HandAccount:
    """A hand of a report in words, and its results if open offences were enforced."""

    heading: Sentence
    sentences: tuple[Sentence, ...]
    if_enforced: tuple[Sentence, ...]


MOST_CARDS: Final = 216
"""Four packs with two jokers each."""


@dataclass(frozen=True, eq=False)
class Rulebook:
    """A game: its name and edition, its house rules, its rules, and functions that lay its table
    and put its events and hands into words.

    ``events`` are the events of its hands, ``rounds`` the stakes of each round if they are fixed,
    ``words`` the options of fields that choose among the game's words; ``jokers`` says whether
    there are any, ``deck`` is the largest number of cards, ``money`` says whether the game itself
    moves any, ``most_points_win`` whether points are good. ``sheet_table`` is the table for reading
    score sheets, ``counting`` the way in which the game counts cards.

    ``remedies`` map rule ids to corrections of findings (see ``referee.judging.rectification``),
    and ``answering`` to answers to open questions.
    """

    name: str
    edition: int
    title: str
    about: str
    house_rules: tuple[HouseRule, ...]
    rules: tuple[Rule, ...]
    lay_table: Callable[[Rulebook, Event], Any]
    sayings: Sayings
    account: Callable[[Mapping[str, Any]], HandAccount]
    fewest_players: int
    most_players: int
    words: Mapping[str, tuple[str, ...]]
    preset: House
    secrecy: Secrecy
    events: Mapping[str, Form]
    rounds: Sequence[Sentence] = ()
    jokers: bool = False
    deck: int = MOST_CARDS
    money: bool = True
    most_points_win: bool = False
    sheet_table: type[SheetTable] = SheetTable
    remedies: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    answering: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    counting: Counting | None = None

    @property
    def bets(self) -> bool:
        """Return whether every player puts in a bet when a hand is opened."""
        return any(field.name == "bet" for field in self.events["hand"].fields)

    def check(self) -> None:
        """Raise ValueError if this rulebook contradicts itself or is incomplete."""
        if not 1 <= self.fewest_players <= self.most_players:
            raise ValueError(f"{self.name}: no table has {self.fewest_players} players at least")
        hand = self.events.get("hand")
        if hand is None or "dealer" not in hand.required:
            raise ValueError(f"{self.name}: every game has a hand with its dealer")
        for name, form in self.events.items():
            form.check(name, self.words)
        for rule in self.rules:
            if not (rule.plain and rule.right and rule.source):
                raise ValueError(
                    f"{rule.id}: a rule says in its docstring what it asks, how it is done right "
                    "(Right: ...) and where that is written (Source: ...)"
                )
        signs: dict[str, str] = {}
        for name, form in self.events.items():
            if form.sign is not None and signs.setdefault(form.sign, name) != name:
                two = f"{signs[form.sign]} and {name}"
                raise ValueError(f"{self.name}: {two} have the same sign {form.sign}")

    def house(self, chosen: House = NOTHING_CHOSEN) -> dict[str, Any]:
        """Return every house rule with the option in force, given the table's choices."""
        return agreed(self._usual_house, chosen)

    @cached_property
    def _usual_house(self) -> House:
        return {rule.name: rule.default for rule in self.house_rules} | dict(self.preset)

    @cached_property
    def rule_ids(self) -> frozenset[str]:
        """The ids of all its rules."""
        return frozenset(rule.id for rule in self.rules)

    def rule(self, rule_id: str) -> Rule | None:
        """Return the rule with this id, or None."""
        return next((rule for rule in self.rules if rule.id == rule_id), None)

    def to_dict(self) -> dict[str, Any]:
        """Return the rulebook as plain data."""
        usual = self.house()
        return {
            "game": self.name,
            "edition": self.edition,
            "title": self.title,
            "about": _(self.about),
            "rules": [rule.to_dict() for rule in self.rules],
            "house_rules": [
                {
                    "name": rule.name,
                    "section": _(rule.section),
                    "options": list(rule.options),
                    "default": usual[rule.name],
                    "plain": rule.plain,
                    "source": _(rule.source),
                }
                for rule in self.house_rules
            ],
        }

    def without(self, *rule_ids: str) -> Rulebook:
        """Return the rulebook without some rules."""
        if not rule_ids:
            return self
        kept = tuple(rule for rule in self.rules if rule.id not in rule_ids)
        return replace(self, rules=kept)


_parts = re.compile(r"^(Right|Source): ", re.MULTILINE).split


class RuleText(NamedTuple):
    """A rule in ``plain`` words, a sentence on how it is done ``right``, and its ``source``; each
    on one line, and empty if missing in the docstring."""

    plain: str
    right: str = ""
    source: str = ""


def parts_of(text: str | None) -> RuleText:
    r"""Return the parts of a rule's text.

    >>> parts_of("Nobody plays\nout of turn.\n\nRight: Wait.\nSource: Gameplay")
    RuleText(plain='Nobody plays out of turn.', right='Wait.', source='Gameplay')
    """
    plain, *named = _parts(inspect.cleandoc(text or ""))
    plain, *texts = (" ".join(part.split()) for part in (plain, *named[1::2]))
    return RuleText(plain, **dict(zip(map(str.lower, named[::2]), texts, strict=True)))


Secret = Callable[[Event, str | None], dict[str, Any]]
"""Returns the fields of an event that a player may know beyond the open ones."""


@dataclass(frozen=True, slots=True)
class Secrecy:
    """The public and the secret parts of a game while it is played.

    ``open_fields`` lists, by event type, the fields that everyone at the table may know at once.
    Only the scribe knows any other field until the hand is settled. ``secrets`` has the events that
    reveal hidden cards, ``beginning`` the events that show that a hand has begun, and ``closing``
    the events that show that it is over for good.
    """

    open_fields: Mapping[str, frozenset[str]]
    secrets: Mapping[str, Secret]
    beginning: frozenset[str]
    closing: frozenset[str]


_OPEN: Final[Mapping[str, str]] = {
    "game": "game players house unit title place date warnings",
    "house": "house agreed_by",
    "join": "player after",
    "leave": "player",
    "hand": "dealer",
    "forgive": "event agreed_by",
    "dispute": "by event text rule",
    "ruling": "dispute decision text",
    "gap": "stock",
    "position": "turn pile stock round totals",
    "note": "",
}


def open_fields(own: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Return the open fields of each event; ``own`` adds or replaces those of a game's events.

    >>> sorted(open_fields({"knock": "player"})["knock"])
    ['player']
    """
    return {kind: frozenset(fields.split()) for kind, fields in {**_OPEN, **own}.items()}


BEGINNING: Final = frozenset({"hand", "cut", "deal", "turn_up", "draw"})
"""Events that never come after the end of a hand."""

CLOSING: Final = frozenset({"end", "score", "payment"})
"""Events that show that a hand is over for good."""
