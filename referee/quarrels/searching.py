"""The topics, rules and house rules of a game that are about some words, the best first."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final

from sqlite_utils import Database

from referee.judging.rulebook import HouseRule, Rule, Rulebook
from referee.quarrels.topic import Topic, topics_of
from referee.quarrels.words import plainly, tongue
from referee.wording.language import _, language, speaking
from referee.wording.translations import LANGUAGES, catalogue

MOST: Final = 10
"""So many are found at the most."""

TOPICS: Final = 6
"""So many of them are topics at the most, where rules are looked for as well."""

COLUMNS: Final = {f"{part}_{name}": str for name in LANGUAGES for part in ("title", "text")}
WEIGHTS: Final = ", ".join(len(LANGUAGES) * ("3", "1"))
"""A word in a title counts three times."""

FIND: Final = f"""
select rowid, -bm25(entries_fts, {WEIGHTS}) as worth from entries_fts where entries_fts match ?
"""


LIKE: Final = 0.85
"""A word that is not in what is searched stands for one that is so much like it."""

NEXT: Final = 0.3
"""So much each further name of an entry counts that fits, of what the one before counts."""

ALL: Final = 0.7
"""So much all the names of an entry count together, beside those that fit."""

TOPIC: Final = "topic"
KINDS: Final[Mapping[type, str]] = {Topic: TOPIC, Rule: "rule", HouseRule: "house_rule"}

Row = dict[str, Any]

IS_AN_ID: Final = re.compile(r"\s*\w+\.\w+\s*").fullmatch


@dataclass(frozen=True)
class Entry:
    """One thing that a search can find: a topic, a rule or a house rule."""

    about: Topic | Rule | HouseRule

    @property
    def id(self) -> str:
        """The name by which it is asked for."""
        return self.about.name if isinstance(self.about, HouseRule) else self.about.id

    @property
    def title(self) -> str:
        """Return what it says, in a line."""
        match self.about:
            case Topic() as topic:
                return topic.told
            case Rule() as rule:
                return first_sentence(_(rule.plain))
        return _(self.about.heading)

    @property
    def kind(self) -> str:
        """Return what it is, in a word for programs."""
        return KINDS[type(self.about)]

    def to_dict(self) -> dict[str, str]:
        """The same as plain data."""
        return {"id": self.id, "kind": self.kind, "title": self.title}

    def titles(self) -> Iterable[str]:
        """Return its title, and what else people call a topic, in the language that is spoken."""
        if isinstance(self.about, Topic):
            return (self.about.told, *self.about.words[language()].split(", "))
        return (self.title,)

    def texts(self) -> Iterable[str]:
        """Return what it says besides, in the language that is spoken."""
        match self.about:
            case Topic():
                return ()
            case Rule() as rule:
                said = (rule.section, rule.plain, rule.right, rule.source)
                return (rule.id, *rule.binds, *map(_, said))
        house = self.about
        told = (*house.said, house.section, house.plain, house.source)
        return (house.name, *house.options, *map(_, told))


@lru_cache
def entries(book: Rulebook) -> Sequence[Entry]:
    """Return whatever a search in the rules of a game can find."""
    found = (topics_of(book.name), book.rules, book.house_rules)
    return [entry for some in found for entry in map(Entry, some)]


def search(book: Rulebook, wanted: str, kinds: Collection[str] = KINDS.values()) -> list[Entry]:
    """Return what is about some words, in either language, the best first; one whose id they are
    is found alone.

    >>> from referee.judging.registry import find
    >>> [one.id for one in search(find("desmoche"), "he knocked and then claimed the card")][:1]
    ['said-no']
    >>> [one.id for one in search(find("golf"), "turn.order")]
    ['turn.order']
    """
    known = entries(book)
    named = [one for one in known if one.id == wanted.strip() and one.kind in kinds]
    asked = " OR ".join(_asked(book, wanted))
    if named or not asked or IS_AN_ID(wanted):
        return named
    found: dict[int, list[float]] = {}
    for row, worth in _found(_rows(book), asked):
        found.setdefault(row["entry"], []).append(worth * (1 + _share(row, wanted)))
    worths = {at: _together(found[at]) for at in found}
    for row, worth in _found(_joined(book), asked):
        worths[row["entry"]] += ALL * worth
    best = [known[at] for at in sorted(worths, key=worths.__getitem__, reverse=True)]
    if len(kinds) > 1:
        behind = [one for one in best if one.kind == TOPIC][TOPICS:]
        best = [one for one in best if one not in behind]
    return [one for one in best if one.kind in kinds][:MOST]


def _found(rows: Sequence[Row], asked: str) -> Iterator[tuple[Row, float]]:
    """Yield the rows that have some of these words, and what each is worth."""
    index = Database(memory=True)
    table = index.table("entries").insert_all(rows, columns={"entry": int, **COLUMNS})
    table.enable_fts(COLUMNS)
    for row in index.query(FIND, [asked]):
        yield rows[row["rowid"] - 1], row["worth"]


def _together(worths: Iterable[float]) -> float:
    """Return what all the names of an entry are worth, of which the best counts most."""
    return sum(worth * NEXT**at for at, worth in enumerate(sorted(worths, reverse=True)))


def _share(row: Mapping[str, Any], wanted: str) -> float:
    """Return how much of a title was asked for, at most 1."""
    shares = [0.0]
    for name in LANGUAGES:
        title = set(row.get(f"title_{name}", "").split())
        if title:
            shares.append(len(title & set(tongue(name).fold(wanted))) / len(title))
    return max(shares)


def nearest(book: Rulebook, wanted: str) -> Sequence[str]:
    """Return the ids that are the most like one that does not exist.

    >>> from referee.judging.registry import find
    >>> nearest(find("desmoche"), "claim.priorty")[0]
    'claim.priority'
    """
    return get_close_matches(plainly(wanted), [one.id for one in entries(book)], cutoff=0.5)


def first_sentence(text: str) -> str:
    """Return the first sentence of a text.

    >>> first_sentence("Ana knocks. Beto draws.")
    'Ana knocks.'
    """
    return text.partition(". ")[0].rstrip(".") + "."


@lru_cache
def _rows(book: Rulebook) -> list[Row]:
    """Return what is searched: a row for each entry, and one for whatever else it is called."""
    rows = []
    for at, entry in enumerate(entries(book)):
        for name in LANGUAGES:
            with speaking(catalogue(name)):
                texts = _folded(name, entry.texts())
                rows += [
                    {"entry": at, f"title_{name}": _folded(name, [title]), f"text_{name}": texts}
                    for title in entry.titles()
                ]
    return rows


@lru_cache
def _joined(book: Rulebook) -> list[Row]:
    """Return a row for each entry, with all that it is called."""
    joined: list[Row] = [{"entry": at} for at in range(len(entries(book)))]
    for row in _rows(book):
        whole = joined[row["entry"]]
        for column in row.keys() & COLUMNS.keys():
            alike = column.startswith("text") and column in whole
            whole[column] = row[column] if alike else f"{whole.get(column, '')} {row[column]}"
    return joined


def _folded(name: str, texts: Iterable[str]) -> str:
    return " ".join(tongue(name).fold(" ".join(texts)))


@lru_cache
def _vocabulary(book: Rulebook, name: str) -> Set[str]:
    """Return the words of a language that are in what is searched."""
    columns = (f"title_{name}", f"text_{name}")
    return {word for row in _rows(book) for one in columns for word in row.get(one, "").split()}


def _asked(book: Rulebook, wanted: str) -> Iterator[str]:
    """Yield what to look for in the columns of each language that it can be."""
    asked = {name: dict.fromkeys(tongue(name).fold(wanted)) for name in LANGUAGES}
    strange = {name: words.keys() - _vocabulary(book, name) for name, words in asked.items()}
    fewest = min((len(strange[name]) for name, words in asked.items() if words), default=0)
    for name, words in asked.items():
        if words and len(strange[name]) == fewest:
            meant = {_meant(word, _vocabulary(book, name)) for word in words}
            quoted = " OR ".join(f'"{word}"' for word in sorted(meant))
            yield f"{{title_{name} text_{name}}}: ({quoted})"


def _meant(word: str, vocabulary: Set[str]) -> str:
    """Return a word as it is spelled in what is searched, if it is much like one there."""
    if word in vocabulary:
        return word
    return next(iter(get_close_matches(word, vocabulary, n=1, cutoff=LIKE)), word)
