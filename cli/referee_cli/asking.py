"""Questions to whoever sits at the terminal."""

from __future__ import annotations

from typing import Final

import click

from referee.wording.language import _

YES: Final = frozenset({"y", "yes", "s", "si", "sí"})
"""Answers that mean yes, in either language."""


def agreed(question: str) -> bool:
    """Ask a question and return whether the answer is yes; no answer is a no. It stands on standard
    error, so that results stay alone on standard output."""
    answer = click.prompt(question, default=_("no"), err=True)
    return str(answer).strip().casefold() in YES
