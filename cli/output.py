"""What all commands share about printing: cards the terminal can show, JSON, errors."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from rich.console import Console

from referee.findings import SpellCard, letters, symbols
from referee.report import UNREADABLE
from schemas.reading import Unreadable

SHOWN = 20
"""Places of a sheet that cannot be read: so many are told at once."""


def console() -> Console:
    """Where a report for people goes: standard output, with colour only on a terminal."""
    return Console(highlight=False, markup=False)


def shows(text: str) -> bool:
    """Whether standard output can show this text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def card_spelling() -> SpellCard:
    """How cards are written on standard output: with suit signs where it can show them."""
    if shows("♣♦♥♠"):
        return symbols
    return letters


def print_json(value: Any) -> None:
    """One JSON value on a line of its own, in UTF-8 whatever the terminal's encoding is."""
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
    sys.stdout.flush()
    sys.stdout.buffer.write(line.encode())
    sys.stdout.buffer.flush()


@contextmanager
def ends_where_unreadable(as_json: bool = False) -> Iterator[None]:
    """End the command with what cannot be read, and its exit status."""
    try:
        yield
    except Unreadable as problem:
        tell_unreadable(problem, as_json)
        sys.exit(UNREADABLE)


def tell_unreadable(problem: Unreadable, as_json: bool) -> None:
    """Say why a log cannot be read: on standard error, with ``--json`` as an object, too."""
    faults = [problem, *problem.more]
    if as_json:
        further = {"more": [one.as_dict() for one in problem.more]} if problem.more else {}
        print_json({"error": problem.as_dict(), **further})
    for one in faults[:SHOWN]:
        click.echo(f"Error: {one}", err=True)
    if len(faults) > SHOWN:
        click.echo(f"... and {len(faults) - SHOWN} more places that cannot be read.", err=True)
