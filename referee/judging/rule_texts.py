"""The texts of rules: their docstrings, wherever these are to be found.

Compiled functions have lost theirs. A wheel with compiled modules has them in a file beside this
module, written when it was built.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

FILE = "rule_texts.json"

_parts = re.compile(r"^(Right|Source): ", re.MULTILINE).split


class RuleText(NamedTuple):
    """A rule in ``plain`` words, in a sentence how it is done ``right``, and its ``source``; each
    on one line, and empty where the docstring does not say it."""

    plain: str
    right: str = ""
    source: str = ""


def text_of(function: Callable[..., Any]) -> RuleText:
    """What a function's docstring says.

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
    text = function.__doc__ or _kept().get(f"{function.__module__}.{function.__name__}", "")
    plain, *named = _parts(inspect.cleandoc(text))
    told = {
        name.lower(): _on_one_line(part) for name, part in zip(named[::2], named[1::2], strict=True)
    }
    return RuleText(_on_one_line(plain), **told)


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


@cache
def _kept() -> dict[str, str]:
    """The docstrings of compiled functions by their full names; none where nothing is compiled."""
    file = Path(__file__).with_name(FILE)
    kept: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return kept
