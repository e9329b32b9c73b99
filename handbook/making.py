"""The generated parts of the pages."""

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
"""The generators of these parts, by name."""

PAGES: Final = Path(__file__).parent.parent / "docs"
END: Final = "<!-- made: end -->"
PART: Final = re.compile(rf"<!-- made: (?!end )([a-z_ ]+) -->\n.*?{END}", re.S)
"""A generated part of a page, from its name to its end."""


def filled(page: str) -> str:
    """Return a page with its generated parts up to date. Raises KeyError for a part without a
    generator.

    >>> page = "# Rules\\n\\n<!-- made: rules desmoche -->\\n<!-- made: end -->\\n"
    >>> "claim.priority" in filled(page), filled(filled(page)) == filled(page)
    (True, True)
    """
    return PART.sub(lambda part: f"<!-- made: {part[1]} -->\n\n{MADE[part[1]]()}\n\n{END}", page)
