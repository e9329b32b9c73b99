"""The texts of rules, read from their docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, NamedTuple

_parts = re.compile(r"^(Right|Source): ", re.MULTILINE).split


class RuleText(NamedTuple):
    """A rule in ``plain`` words, a sentence on how it is done ``right``, and its ``source``; each
    on one line, and empty if missing in the docstring."""

    plain: str
    right: str = ""
    source: str = ""


def text_of(function: Callable[..., Any]) -> RuleText:
    """Return the rule text in a function's docstring.

    >>> def rule():
    ...     '''Nobody plays
    ...     out of turn.
    ...
    ...     Right: The player waits.
    ...     Source: rule text, Gameplay
    ...     '''
    >>> text_of(rule)
    RuleText(plain='Nobody plays out of turn.', right='The player waits.', \
source='rule text, Gameplay')
    """
    return parts_of(function.__doc__ or "")


def parts_of(text: str) -> RuleText:
    """Return the parts of a rule's text."""
    plain, *named = _parts(inspect.cleandoc(text))
    parts = {
        name.lower(): _on_one_line(part) for name, part in zip(named[::2], named[1::2], strict=True)
    }
    return RuleText(_on_one_line(plain), **parts)


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
