"""The rules and house rules of a game that are about some words, the best first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from sqlite_utils import Database

from referee.judging.rulebook import HouseRule, Rule, Rulebook
from referee.quarrels.words import plainly, tongue
from referee.wording.language import _, speaking
from referee.wording.translations import LANGUAGES, catalogue

MOST: Final = 10
"""So many are found at the most."""

COLUMNS: Final = [f"{part}_{name}" for name in LANGUAGES for part in ("title", "text")]
WEIGHTS: Final = ", ".join(len(LANGUAGES) * ("3", "1"))
"""A word in a title counts three times."""

FIND: Final = f"""
select rowid from entries_fts where entries_fts match ?
order by bm25(entries_fts, {WEIGHTS}), rowid limit {MOST}
"""


IS_AN_ID: Final = re.compile(r"\s*\w+\.\w+\s*").fullmatch


@dataclass(frozen=True)
class Entry:
    """One thing that a search can find: a rule or a house rule."""

    about: Rule | HouseRule

    @property
    def id(self) -> str:
        """The name by which it is asked for."""
        return self.about.id if isinstance(self.about, Rule) else self.about.name

    @property
    def title(self) -> str:
        """What it says, in a line."""
        if isinstance(self.about, Rule):
            return first_sentence(_(self.about.plain))
        return _(self.about.heading)

    @property
    def section(self) -> str:
        """The part of the rulebook in which it is listed."""
        return _(self.about.section) if isinstance(self.about, Rule) else _("house rules")

    @property
    def kind(self) -> str:
        """What it is, in a word for programs."""
        return "rule" if isinstance(self.about, Rule) else "house_rule"

    def as_dict(self) -> dict[str, str]:
        """The same as plain data."""
        return {"id": self.id, "kind": self.kind, "title": self.title}

    def texts(self) -> Iterable[str]:
        """Return what it says besides, in the language that is spoken."""
        one = self.about
        if isinstance(one, Rule):
            return (one.id, *one.binds, *map(_, (one.section, one.plain, one.right, one.source)))
        return (one.name, *one.options, *map(_, (*one.said, one.section, one.plain, one.source)))


def entries(book: Rulebook) -> list[Entry]:
    """Return whatever a search in the rules of a game can find."""
    return [*map(Entry, book.rules), *map(Entry, book.house_rules)]


def search(book: Rulebook, wanted: str) -> list[Entry]:
    """Return what is about some words, in either language, the best first; one whose id they are
    is found alone.

    >>> from referee.judging.registry import find
    >>> [one.id for one in search(find("desmoche"), "he knocked and then claimed the card")][:1]
    ['claim.passed']
    >>> [one.id for one in search(find("golf"), "turn.order")]
    ['turn.order']
    """
    known = entries(book)
    named = [one for one in known if one.id == wanted.strip()]
    asked = " OR ".join(_asked(wanted))
    if named or not asked or IS_AN_ID(wanted):
        return named
    index = Database(memory=True)
    table = index.table("entries").insert_all(_rows(book), columns=dict.fromkeys(COLUMNS, str))
    table.enable_fts(COLUMNS)
    return [known[found["rowid"] - 1] for found in index.query(FIND, [asked])]


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
def _rows(book: Rulebook) -> list[dict[str, str]]:
    return [_row(one) for one in entries(book)]


def _row(entry: Entry) -> dict[str, str]:
    row = {}
    for language in LANGUAGES:
        with speaking(catalogue(language)):
            row[f"title_{language}"] = _folded(language, [entry.title])
            row[f"text_{language}"] = _folded(language, entry.texts())
    return row


def _folded(language: str, texts: Iterable[str]) -> str:
    return " ".join(tongue(language).fold(" ".join(texts)))


def _asked(wanted: str) -> Iterator[str]:
    """Yield what to look for in the columns of each language."""
    for language in LANGUAGES:
        words = dict.fromkeys(tongue(language).fold(wanted))
        if words:
            quoted = " OR ".join(f'"{word}"' for word in words)
            yield f"{{title_{language} text_{language}}}: ({quoted})"
