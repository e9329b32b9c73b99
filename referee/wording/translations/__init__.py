"""The catalogues: every sentence of the program in its languages.

A language has one file for each part of the program (``es/LC_MESSAGES/game.po``), compiled when the
package is built or installed. A new language is another folder, and a line here. A game of another
package has its own table of sentences (``es.toml``), which is searched after the catalogues.
"""

from collections.abc import Mapping
from functools import lru_cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Final

from referee.wording.language import ENGLISH

LANGUAGES: Final = ("en", "es")
"""The languages of the program, with that of its source sentences first."""

FOLDER: Final = Path(__file__).parent

PARTS: Final = ("game", "rulings", "record", "cli", "web")
"""The parts of a catalogue: the rulebooks and the findings; rulings; reading and storing the
record; the command line; the web form."""


def nearest(wanted: str | None) -> str:
    """Return the supported language nearest to a locale's name, English if there is none.

    >>> nearest("es_NI.UTF-8"), nearest("es-HN"), nearest("de_DE"), nearest(None)
    ('es', 'es', 'en', 'en')
    """
    language = (wanted or "").replace("-", "_").partition("_")[0].partition(".")[0].casefold()
    return language if language in LANGUAGES else LANGUAGES[0]


class PluginSentences(NullTranslations):
    """The sentences of games of other packages, with their translations."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: dict[str, str] = {}

    def gettext(self, message: str) -> str:
        """Return a sentence in this language; unchanged if it has no translation."""
        return self.texts.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the sentence for this number of things."""
        return self.gettext(msgid1 if n == 1 else msgid2)


BROUGHT: Final = {language: PluginSentences() for language in LANGUAGES[1:]}
"""The sentences of games of other packages, by language."""


def bring(folder: Path) -> None:
    """Add the sentences of a game in its package's folder: ``es.toml`` maps English to Spanish."""
    for language, sentences in BROUGHT.items():
        table = folder / f"{language}.toml"
        if table.exists():
            # imported lazily: only games of other packages need it
            from tomllib import loads

            texts: Mapping[str, str] = loads(table.read_text(encoding="utf-8"))
            sentences.texts.update(texts)


@lru_cache
def catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a language, one of ``LANGUAGES``."""
    if language == LANGUAGES[0]:
        return ENGLISH
    whole, *others = (translation(part, FOLDER, [language], fallback=True) for part in PARTS)
    for other in (*others, BROUGHT[language]):
        whole.add_fallback(other)
    return whole
