"""Topics of quarrels: data beside the rules, with questions and a short example log."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from tomllib import loads
from typing import Any, Final

from referee_schemas.reading import read_lines

from referee.judging.corrections import Event
from referee.judging.rulebook import Rulebook
from referee.wording.language import N_, language
from referee.wording.sentences import Sentence, SpokenError

NAME, CARD, NUMBER, YES_NO = "name", "card", "number", "yes_no"
"""Kinds of answers to a question."""

YES: Final = "yes"
NO: Final = "no"
NO_START: Final = "none"  # the start of a topic whose lines open the hand
OPTIONAL: Final = ("first", "when", "house", "behind", "says", "decides")  # fields of a topic
RANKS: Final = tuple("KQJT98765432A")
SUITS: Final = tuple("cdhs")

Translated = Mapping[str, str]
"""A text by language."""


class NoAnswer(SpokenError, ValueError):  # noqa: N818 - named after what is wrong
    """Raised if an answer is missing or does not fit its question."""


@dataclass(frozen=True)
class TopicQuestion:
    """One question of a topic: the kind of its answer, and its usual answer if it has one."""

    id: str
    kind: str
    en: str
    es: str
    usual: str = ""

    @property
    def prompt(self) -> str:
        """The question in the current language."""
        return str(getattr(self, language()))


class NamedSeat:
    """A seat that the lines of a topic can name: ``{laid}``, ``{laid.next}``, ``{laid.previous}``
    in turn order."""

    next: NamedSeat
    previous: NamedSeat

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return json.dumps(self.name, ensure_ascii=False)


class AllPlayers(list[NamedSeat]):
    """All players in turn order: ``{all}``; ``{all:xx}`` adds words after each name."""

    def __init__(self, players: Iterable[str]) -> None:
        super().__init__(map(NamedSeat, players))
        for at, seat in enumerate(self):
            seat.previous, self[at - 1].next = self[at - 1], seat

    def __format__(self, behind: str) -> str:
        return ", ".join(f"{seat} {behind}".strip() for seat in self)


class NamedCard(str):
    """A card that the lines of a topic can name, and cards around it: ``{card}``, ``{card.set}``.

    >>> card = NamedCard("7h")
    >>> card.set, card.trio, card.four
    ('7h7c7d', '4c4d4h', '9c9d9h9s')
    """

    def __init__(self, card: str) -> None:
        other, another, *_ = (rank for rank in "49Q" if rank != card[0])
        self.set = card + "".join(card[0] + suit for suit in SUITS if suit != card[1])[:4]
        """A set of three with this card."""
        self.trio = "".join(other + suit for suit in SUITS[:3])
        """Three cards of another rank."""
        self.four = "".join(another + suit for suit in SUITS)
        """Four cards of yet another rank."""


class Unnamed:
    """An otherwise unused card, a different one each time: ``{any}``."""

    def __init__(self, named: str) -> None:
        self._cards = (rank + suit for rank in RANKS for suit in SUITS if rank + suit not in named)

    def __format__(self, spec: str) -> str:
        return next(self._cards)


@dataclass(frozen=True)
class Topic:
    """A subject of quarrels.

    ``lines`` are its score sheet after the lines of its ``start``, with the answers in braces; for
    a yes-no question they contain the text that ``when`` has for the answer. ``first`` names the
    player who begins the hand. ``gives`` are answers, each with the resulting verdict. ``decides``
    are further house rules that may change it.
    """

    id: str
    title: Translated
    words: Translated
    about: Sequence[str]
    asks: Sequence[TopicQuestion]
    start: str
    lines: str
    gives: Sequence[Mapping[str, Any]]
    first: str = ""
    when: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    house: Mapping[str, Any] = field(default_factory=dict)
    behind: int = 0
    players: Sequence[str] = ()
    says: Translated = field(default_factory=dict)
    decides: Sequence[str] = ()

    @property
    def heading(self) -> str:
        """The title in the current language."""
        return self.title[language()]

    @property
    def explained(self) -> str:
        """An explanation beside the rules in the current language; empty for most topics."""
        return self.says.get(language(), "")

    @property
    def names(self) -> int:
        """The number of players that it names."""
        return sum(question.kind == NAME for question in self.asks)

    def events(
        self, book: Rulebook, players: Sequence[str], answers: Mapping[str, str]
    ) -> list[Event]:
        """Return the short log that these answers make.

        Raises NoAnswer if one is missing or does not fit, and Unreadable if a player's name cannot
        be written.
        """
        check_table(book, players, self.names)
        seats = AllPlayers(players)
        filled: dict[str, Any] = {"all": seats}
        for question in self.asks:
            filled[question.id] = answered(question, answers.get(question.id, ""), players)
        named = [str(seat) for seat in filled.values() if isinstance(seat, NamedSeat)]
        if len(set(named)) < len(named):
            raise NoAnswer(Sentence(N_("These are different players: name each only once."), {}))
        text = self.start + self.lines
        for name, by_answer in self.when.items():
            text = text.replace(f"{{{name}}}", by_answer.get(filled[name], ""))
        if self.first:
            first = self.first.format_map(filled)
            filled["first"] = next(seat for seat in seats if str(seat) == first)
        filled["any"] = Unnamed(text.format_map({**filled, "any": ""}))
        house = "".join(f" {name}={option}" for name, option in self.house.items())
        sheet = f"""{book.name} lang=en{" house" + house if house else ""}
            players {seats}
            {text.format_map(filled)}"""
        written = [line.strip() for line in sheet.splitlines() if line.strip()]
        return list(read_lines([line.encode() + b"\n" for line in written], ""))


def check_table(book: Rulebook, players: Sequence[str], needed: int) -> None:
    """Raise NoAnswer if these players cannot sit at a table of the game."""
    fewest, most = max(needed, book.fewest_players), book.most_players
    if not fewest <= len(players) <= most:
        text = "{fewest} to {most} players sit at the table here: name them all."
        raise NoAnswer(Sentence(text, {"fewest": fewest, "most": most}))
    if len({name.casefold() for name in players}) < len(players):
        raise NoAnswer(Sentence("Two players have the same name.", {}))


def answered(question: TopicQuestion, answer: str, players: Sequence[str]) -> Any:
    """Return an answer in the form that the lines need. Raises NoAnswer if it does not fit."""
    answer = answer.strip() or question.usual
    facts = {"question": question.prompt, "answer": answer}
    if not answer:
        raise NoAnswer(Sentence(N_("Not answered yet: {question}"), facts))
    if question.kind == NAME:
        for seat in AllPlayers(players):
            if seat.name.casefold() == answer.casefold():
                return seat
    elif question.kind == CARD and answer[:1] in RANKS and answer[1:] in SUITS:
        return NamedCard(answer)
    elif question.kind == NUMBER and answer.isdecimal() and len(answer) < 5:
        return int(answer)
    elif question.kind == YES_NO and answer in (YES, NO):
        return answer
    raise NoAnswer(Sentence(N_("“{answer}” does not answer: {question}"), facts))


@cache
def topics_of(game: str) -> Sequence[Topic]:
    """Return the topics of a game, its own first."""
    folder = files(__package__) / "topics"
    written = [loads(file.read_text(encoding="utf-8")) for file in folder.iterdir()]
    mine = sorted(
        (name for name in written if game in name["games"]), key=lambda name: "players" not in name
    )
    return [
        _topic(name, topic, file, mine[0]["players"], game)
        for file in mine
        for name, topic in file["topic"].items()
        if game in topic.get("games", [game])
    ]


def find_topic(game: str, topic_id: str) -> Topic | None:
    """Return the topic with this id, or None."""
    return next((topic for topic in topics_of(game) if topic.id == topic_id), None)


def _topic(
    name: str, one: Mapping[str, Any], file: Mapping[str, Any], players: Sequence[str], game: str
) -> Topic:
    return Topic(
        id=name,
        title={"en": one["en"], "es": one["es"]},
        words={"en": one["words"], "es": one["palabras"]},
        about=one["about"],
        asks=[TopicQuestion(asked, **file["ask"][asked]) for asked in one["ask"]],
        start={NO_START: "", **file.get("start", {})}[one.get("start", "play")],
        lines=one["lines"],
        gives=[each for each in one["gives"] if game in each.get("games", [game])],
        players=one.get("players", players),
        **{field: one[field] for field in OPTIONAL if field in one},
    )
