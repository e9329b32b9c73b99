"""A search for topics, rules and house rules of a game by words, best matches first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files
from math import log
from tomllib import loads
from typing import Final

from referee.judging.names import plainly
from referee.judging.rulebook import HouseRule, Rule, Rulebook
from referee.quarrels.topic import Topic, topics_of
from referee.wording.language import _, language, speaking
from referee.wording.translations import LANGUAGES, catalogue

SHORTEST: Final = 3  # the fewest letters of a word that remain after its ending is removed


class Tongue:
    """The words of one language as ``words.toml`` has them: meaningless ones, synonyms by their
    stems, and what is dropped from a word to compare it."""

    def __init__(self, language: str) -> None:
        self.language = language
        written = loads((files(__package__) / "words.toml").read_text("utf-8"))[language]
        self.by_ear = written.get("by_ear", ())
        self.pronouns = re.compile(written.get("pronouns", "(?!)"))
        self.endings = sorted(written["endings"].split(), key=len, reverse=True)
        self.last_letters = written["last_letters"]
        self.idle = frozenset(self.words(written["idle"]))
        groups = [[*map(self.stem, self.words(group))] for group in written["same"]]
        self.same = {stem: group[0] for group in groups for stem in group}

    def fold(self, text: str) -> Iterator[str]:
        """Yield the meaningful words of a text in the form that a search compares.

        >>> list(tongue("en").fold("She was dealt ten cards!")), list(tongue("es").fold("Botó una"))
        (['deal', 'ten', 'card'], ['bot'])
        """
        stems = (self.stem(word) for word in self.words(text) if word not in self.idle)
        yield from (self.same.get(stem, stem) for stem in stems)

    def marks(self, text: str) -> set[str]:
        """Return the search terms of a text: its words without endings, and each word as written
        after an ``=``. Small words tell questions apart: *I took it*, *he took it*.

        >>> sorted(tongue("en").marks("He claims"))
        ['=claims', '=he', 'claim']
        """
        return {*self.fold(text), *(f"={word}" for word in self.words(text))}

    def words(self, text: str) -> list[str]:
        """Return the words of a text without apostrophes. Spanish words are reduced to their sound,
        because many people spell by ear.

        >>> tongue("es").words("¿Quiere diez?") == tongue("es").words("kiere dies")
        True
        """
        words = re.sub("['’]", "", plainly(text))
        for letters, sound in self.by_ear:
            words = re.sub(letters, sound, words)
        return re.findall(r"[^\W_]+", words)

    def stem(self, word: str) -> str:
        """Return a word without its ending.

        >>> [tongue("en").stem(word) for word in ("claimed", "claims", "cutting", "cut")]
        ['claim', 'claim', 'cut', 'cut']
        >>> [tongue("es").stem(word) for word in ("saque", "sacaron", "llevarsela", "llevo")]
        ['sac', 'sac', 'llev', 'llev']
        """
        word = self.pronouns.sub("", word)
        for ending in self.endings:
            if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
                return self.stem(word.removesuffix(ending))
        for letters, instead in self.last_letters:
            word = re.sub(letters, instead, word)
        return word


tongue = cache(Tongue)


MOST: Final = 10  # the largest number of results
TOPICS: Final = 6  # the largest number of topics among them if rules are searched, too
LIKE: Final = 0.85  # the least similarity at which an unknown word stands for a known one
NEXT: Final = 0.5  # the factor for each further matching name of an entry
ALL: Final = 4  # the weight of all names of an entry together, relative to the matching ones
OFTEN: Final = 6  # the number of names with a word at which it has half of its maximum weight
TEXT: Final = 0.3  # the weight of a word in the text of a rule, relative to one in a name

TOPIC, RULE, HOUSE_RULE = KINDS = ("topic", "rule", "house_rule")
"""The kinds of entries, for programs."""

IS_AN_ID: Final = re.compile(r"\s*\w+\.\w+\s*").fullmatch


@dataclass(frozen=True)
class SearchEntry:
    """A search result: a topic, a rule or a house rule."""

    kind: str
    id: str
    about: Topic | Rule | HouseRule

    @property
    def title(self) -> str:
        """The entry in one line."""
        if isinstance(self.about, Topic):
            return self.about.heading
        rule = self.about
        return first_sentence(_(rule.plain)) if isinstance(rule, Rule) else _(rule.heading)

    def to_dict(self) -> dict[str, str]:
        """Return the entry as plain data."""
        return {"id": self.id, "kind": self.kind, "title": self.title}

    def titles(self) -> Iterable[str]:
        """Return the title, and other names of a topic, in the current language."""
        if isinstance(self.about, Topic):
            return (self.about.heading, *self.about.words[language()].split(", "))
        return (self.title,)

    def texts(self) -> Iterable[str]:
        """Return the other searchable texts in the current language."""
        match self.about:
            case Rule() as rule:
                said = (rule.section, rule.plain, rule.right, rule.source)
                return (rule.id, *rule.binds, *map(_, said))
            case HouseRule() as house:
                words = (*house.said.values(), house.section, house.source)
                return (house.name, *house.options, *map(_, words))
        return ()


@lru_cache
def entries(book: Rulebook) -> Sequence[SearchEntry]:
    """Return all entries for the rules of a game."""
    return [
        *(SearchEntry(TOPIC, topic.id, topic) for topic in topics_of(book.name)),
        *(SearchEntry(RULE, rule.id, rule) for rule in book.rules),
        *(SearchEntry(HOUSE_RULE, rule.name, rule) for rule in book.house_rules),
    ]


def search(book: Rulebook, wanted: str, kinds: Collection[str] = KINDS) -> list[SearchEntry]:
    """Return the entries that match these words in either language, the best first. A word that is
    exactly an id returns only that entry.

    >>> from referee.judging.registry import find
    >>> [one.id for one in search(find("desmoche"), "he knocked and then claimed the card")][:1]
    ['said-no']
    >>> [one.id for one in search(find("golf"), "turn.order")]
    ['turn.order']
    """
    known = entries(book)
    named = [entry for entry in known if entry.id == wanted.strip() and entry.kind in kinds]
    if named or IS_AN_ID(wanted):
        return named
    worths = Counter[int]()
    for index, words in _asked(book, wanted):
        worths.update(index.worths(words))
    best = [known[at] for at, _ in worths.most_common() if known[at].kind in kinds]
    topics = [entry for entry in best if entry.kind == TOPIC]
    behind = topics[TOPICS:] if len(kinds) > 1 else []
    return [entry for entry in best if entry not in behind][:MOST]


def nearest(book: Rulebook, wanted: str) -> Sequence[str]:
    """Return the existing ids that are most similar to an unknown one.

    >>> from referee.judging.registry import find
    >>> nearest(find("desmoche"), "claim.priorty")[0]
    'claim.priority'
    """
    return get_close_matches(plainly(wanted), [entry.id for entry in entries(book)], cutoff=0.5)


def first_sentence(text: str) -> str:
    """Return the first sentence of a text.

    >>> first_sentence("Ana knocks. Beto draws.")
    'Ana knocks.'
    """
    return text.partition(". ")[0].rstrip(".") + "."


class Index:
    """The words of all entries of a game in one language: of each name, and of the text."""

    def __init__(self, entries: Sequence[SearchEntry], tongue: Tongue) -> None:
        with speaking(catalogue(tongue.language)):
            self.names = [[tongue.marks(title) for title in entry.titles()] for entry in entries]
            self.texts = [tongue.marks(" ".join(entry.texts())) for entry in entries]
        self.often = [Counter(word for name in names for word in name) for names in self.names]
        """For each entry, the number of its names that have a word."""
        found = zip(self.often, self.texts, strict=True)
        spread = Counter(word for often, text in found for word in {*often, *text})
        self.weights = {word: log((len(entries) + 1) / (at + 0.5)) for word, at in spread.items()}
        """The weight of each word: rarer words weigh more."""

    def worths(self, asked: Set[str]) -> dict[int, float]:
        """Return the score of each entry that has some of these words."""
        known = {word: self.weights[word] for word in asked & self.weights.keys()}
        found = {at: self._worth(at, known) for at in range(len(self.names))}
        return {at: worth for at, worth in found.items() if worth}

    def _worth(self, at: int, asked: Mapping[str, float]) -> float:
        def matched(words: Set[str]) -> float:
            return sum(asked[word] for word in asked.keys() & words)

        shares = (
            # more for a name that is all asked for
            matched(name) * (1 + len(name & asked.keys()) / max(len(name), 1))
            for name in self.names[at]
        )
        fitting = sorted(filter(None, shares), reverse=True)
        names = sum(worth * NEXT**place for place, worth in enumerate(fitting))
        often = self.often[at]
        together = sum(asked[word] * often[word] / (often[word] + OFTEN) for word in asked)
        return names + ALL * together + TEXT * matched(self.texts[at])


@lru_cache
def _index(book: Rulebook, name: str) -> Index:
    return Index(entries(book), tongue(name))


def _asked(book: Rulebook, wanted: str) -> Iterator[tuple[Index, Set[str]]]:
    """Yield the index and the words of each language that knows most of them."""
    found = []
    for name in LANGUAGES:
        index, words = _index(book, name), {*tongue(name).fold(wanted)}
        if words:
            found.append((len(words - index.weights.keys()), name, index, words))
    fewest = min((strange for strange, *_ in found), default=0)
    for strange, name, index, words in found:
        if strange == fewest:
            meant = {_meant(word, index.weights.keys()) for word in words}
            yield index, meant | tongue(name).marks(wanted)


def _meant(word: str, vocabulary: Set[str]) -> str:
    """Return the most similar word of the vocabulary, or the word itself."""
    if word in vocabulary:
        return word
    return next(iter(get_close_matches(word, vocabulary, n=1, cutoff=LIKE)), word)
