"""The texts of rules: their docstrings, wherever these are to be found.

Compiled functions have lost theirs. A wheel with compiled modules has them in a file beside this
module, written when it was built.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

FILE = "rule_texts.json"


def text_of(function: Callable[..., Any]) -> str:
    """What a function's docstring says, on one line; nothing where it has none.

    >>> def rule():
    ...     '''Nobody plays
    ...     out of turn.'''
    >>> text_of(rule)
    'Nobody plays out of turn.'
    """
    text = function.__doc__ or _kept().get(f"{function.__module__}.{function.__name__}", "")
    return " ".join(inspect.cleandoc(text).split())


@cache
def _kept() -> dict[str, str]:
    """The docstrings of compiled functions by their full names; none where nothing is compiled."""
    file = Path(__file__).with_name(FILE)
    kept: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return kept
