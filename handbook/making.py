"""The parts of the pages that the program makes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from handbook.commands import commands
from handbook.formats import events, report
from handbook.library import library
from handbook.rules import rules
from referee.judging.registry import games

MADE: Mapping[str, Callable[[], str]] = {
    "commands": commands,
    "events": events,
    "report": report,
    "library": library,
    **{f"rules {book.name}": partial(rules, book.name) for book in games()},
}
"""The makers of these parts, by the words with which a page asks for them."""

PAGES: Final = Path(__file__).parent.parent / "docs"
END: Final = "<!-- made: end -->"
PART: Final = re.compile(rf"<!-- made: (?!end )([a-z_ ]+) -->\n.*?{END}", re.S)
"""A part of a page that is made, from the words that ask for it to its end."""


def filled(page: str) -> str:
    """Return a page with its made parts as the program makes them now. Raises KeyError for a part
    that has no maker.

    >>> page = "# Rules\\n\\n<!-- made: rules desmoche -->\\n<!-- made: end -->\\n"
    >>> "claim.priority" in filled(page), filled(filled(page)) == filled(page)
    (True, True)
    """
    return PART.sub(lambda part: f"<!-- made: {part[1]} -->\n\n{MADE[part[1]]()}\n\n{END}", page)
