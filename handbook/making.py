"""What the pages of the site are given when it is built."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial

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
"""By the words with which a page asks for it."""


def filled(page: str) -> str:
    """A page with all that it asks for. Raises KeyError for what nobody makes.

    >>> "claim.priority" in filled("# Desmoche\\n\\n<!-- made: rules desmoche -->")
    True
    """
    return re.sub("<!-- made: ([a-z_ ]+) -->", lambda asked: MADE[asked[1]](), page)
