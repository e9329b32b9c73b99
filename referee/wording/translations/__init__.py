"""The catalogues: every sentence of the program in the languages that it speaks.

A language has one file a part of the program (``es/LC_MESSAGES/game.po``), compiled when the
package is built or installed. Another language is a folder more, and a line here.
"""

from __future__ import annotations

from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

from referee.wording.language import ENGLISH

LANGUAGES: Final = ("en", "es")
"""What the program speaks, the language of its sentences first."""

FOLDER: Final = Path(__file__).parent

PARTS: Final = ("game", "rulings", "record", "cli", "web")
"""The parts of a catalogue: the rulebooks and what the referee notices; rulings; reading and
keeping the record; the command line; the web form."""


def nearest(wanted: str | None) -> str:
    """The language spoken here that comes nearest to a locale's name, English if none does.

    >>> nearest("es_NI.UTF-8"), nearest("es-HN"), nearest("de_DE"), nearest(None)
    ('es', 'es', 'en', 'en')
    """
    language = (wanted or "").replace("-", "_").partition("_")[0].partition(".")[0].casefold()
    return language if language in LANGUAGES else LANGUAGES[0]


@lru_cache
def catalogue(language: str) -> NullTranslations:
    """All sentences in this language, one of ``LANGUAGES``."""
    whole: NullTranslations | None = None
    for part in PARTS:
        compiled = FOLDER / language / "LC_MESSAGES" / f"{part}.mo"
        if not compiled.exists():
            continue
        with compiled.open("rb") as file:
            read = GNUTranslations(file)
        if whole is None:
            whole = read
        else:
            whole.add_fallback(read)
    return whole or ENGLISH
