"""Words in the form that a search compares: without accents and endings, synonyms as one word."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from tomllib import loads
from typing import Final

SHORTEST: Final = 3
"""The fewest letters of a word that remain after its ending is removed."""

ENDINGS: Final = {
    "en": "ingly edly ing ied ies est ed er es ly e s y",
    "es": "amientos imientos amiento imiento aciones iciones acion icion adores adoras idores "
    "ador adora idor ieron iendo ando aron aban aba ados adas ado ada idos idas ido ida amos emos "
    "imos aste iste aria eria ar er ir io ia ian an en as es os is on a e i o s",
}
"""The endings of words by language."""

PRONOUNS: Final = re.compile(r"(?<=[aei]r|do)(?:se|me|te)?(?:l[aeo]s?|nos|se|me|te)$").search
"""Pronouns that Spanish joins to the end of a verb: quitarle, llevándosela."""

HARD: Final = (("qu", "c"), ("gu", "g"))
"""Letters that Spanish writes before e and i: saque for sac-."""

BY_EAR: Final = (
    ("k(?=[ei])", "qu"),
    ("k", "c"),
    ("(?<!c)h", ""),
    ("ll", "y"),
    ("v", "b"),
    ("z|c(?=[ei])", "s"),
)
"""Letters that sound alike in Spanish, with their common form: kiere for quiere, dies for diez."""


@dataclass(frozen=True)
class Tongue:
    """The words of one language: the meaningless ones, and synonyms by their stems."""

    name: str
    idle: frozenset[str]
    same: Mapping[str, str]

    def fold(self, text: str) -> Iterator[str]:
        """Yield the meaningful words of a text in the form that a search compares.

        >>> list(tongue("en").fold("She was dealt ten cards!")), list(tongue("es").fold("Botó una"))
        (['deal', 'ten', 'card'], ['bot'])
        """
        for word in words_of(text, self.name):
            if word not in self.idle:
                stem = stem_of(word, self.name)
                yield self.same.get(stem, stem)

    def marks(self, text: str) -> set[str]:
        """Return the search terms of a text: its words without endings, and each word as written
        after an ``=``. Small words tell questions apart: *I took it*, *he took it*.

        >>> sorted(tongue("en").marks("He claims"))
        ['=claims', '=he', 'claim']
        """
        return {*self.fold(text), *(f"={word}" for word in words_of(text, self.name))}


@cache
def tongue(language: str) -> Tongue:
    """Return the words of a language from ``words.toml``."""
    written = loads((files(__package__) / "words.toml").read_text(encoding="utf-8"))[language]
    groups = [
        [stem_of(word, language) for word in words_of(group, language)] for group in written["same"]
    ]
    same = {stem: group[0] for group in groups for stem in group}
    return Tongue(language, frozenset(words_of(written["idle"], language)), same)


def words_of(text: str, language: str) -> list[str]:
    """Return the words of a text without apostrophes. Spanish words are reduced to their sound,
    because many people spell by ear.

    >>> words_of("¿Quiere diez?", "es") == words_of("kiere dies", "es")
    True
    """
    words = re.sub("['’]", "", plainly(text))
    if language == "es":
        for letters, sound in BY_EAR:
            words = re.sub(letters, sound, words)
    return re.findall(r"[^\W_]+", words)


def stem_of(word: str, language: str) -> str:
    """Return a word without its ending.

    >>> [stem_of(word, "en") for word in ("claimed", "claims", "cutting", "cut")]
    ['claim', 'claim', 'cut', 'cut']
    >>> [stem_of(word, "es") for word in ("saque", "sacaron", "llevarsela", "llevo")]
    ['sac', 'sac', 'llev', 'llev']
    """
    if language == "es" and (pronouns := PRONOUNS(word)):
        word = word[: pronouns.start()]
    for ending in sorted(ENDINGS[language].split(), key=len, reverse=True):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            return stem_of(word.removesuffix(ending), language)
    if language == "en":
        return re.sub(r"([^aeiou])\1$", r"\1", word)
    return next((word[:-2] + hard for soft, hard in HARD if word.endswith(soft)), word)


def plainly(text: str) -> str:
    """Return a text without accents and capitals, as in a search box.

    >>> plainly("Última CARTA")
    'ultima carta'
    """
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()
