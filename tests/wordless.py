"""A language without words, to find texts that are in no catalogue."""

import re
from functools import cache
from gettext import NullTranslations
from string import Formatter

from referee.cards.deck import NAMES
from referee.games.desmoche import wins
from referee.judging.registry import find, games
from referee.wording.translations import catalogue
from tests import catalogues


class Wordless(NullTranslations):
    """A language without words: it shows only the facts of every sentence, and collects texts that
    are not in the catalogues."""

    def __init__(self) -> None:
        super().__init__()
        self.strange: set[str] = set()

    def gettext(self, message: str) -> str:
        self.strange |= {message} - known_texts()
        return " ".join(f"{{{name}}}" for _, name, _, _ in Formatter().parse(message) if name)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1) and self.gettext(msgid1 if n == 1 else msgid2)


@cache
def known_texts() -> frozenset[str]:
    return frozenset(
        text
        for catalog in catalogues.catalogues().values()
        for message in catalog
        for text in ([message.id] if isinstance(message.id, str) else message.id)
    )


class Strict(NullTranslations):
    """A language that collects the messages that no catalogue has."""

    def __init__(self, language: str = "es") -> None:
        super().__init__()
        self.missing: set[str] = set()
        self._spoken = catalogue(language)
        self._info = self._spoken.info()

    def gettext(self, message: str) -> str:
        self.missing |= {message} - known_texts()
        return self._spoken.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.missing |= {msgid1} - known_texts()
        return self._spoken.ngettext(msgid1, msgid2, n)

    def lacks(self) -> list[str]:
        """Return the missing messages, but for names and numbers."""
        own = words(" ".join([*OWN_WORDS, *(book.title for book in games())]))
        return [one for one in sorted(self.missing) if words(one) - own]


OWN_WORDS = {
    *NAMES,
    *" ".join(wins.NAMES.values()).split(),
    *find("desmoche").words["bonuses"],
    *(word for rule in find("desmoche").rules for word in rule.id.split(".")),
    *(word for rule in find("desmoche").house_rules for word in re.split("_", rule.name)),
    *("am", "pm"),
    *("csv", "pdf", "xlsx"),
}
"""Words of no language: cards, wins, names of rules, half days, kinds of files."""


def words(text: str) -> set[str]:
    return {word.casefold() for word in re.findall(r"[^\W\d_]{2,}", text)}
