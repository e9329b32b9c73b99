"""A scribe at work: reads what somebody typed, keeps it, and says what the referee noticed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from cli.table import tell_event
from referee.findings import Finding, SpellCard
from referee.notation import LANGUAGES, LineReader, SheetFault
from referee.store import SQLiteBook
from referee.store.live import LiveGame
from schemas.reading import LogSoFar, read_event
from schemas.sheets import unreadable

Event = dict[str, Any]

_looks_like_json = re.compile(r'\s*\{\s*"').match


lang_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), help="The language of sheet lines (the game's)."
)


def live_game(book: SQLiteBook, name: str, lang: str | None = None) -> LiveGame:
    """A game of the book with the table as it stands."""
    return LiveGame(book, name, LogSoFar(ids=False), lang)


def typed(text: str, sheet: LineReader) -> list[Event]:
    """The events that somebody typed: one as JSON, or a line of the score sheet. Raises
    Unreadable."""
    if _looks_like_json(text):
        return [read_event(text, "the event")]
    try:
        return sheet.read(text)
    except SheetFault as fault:
        raise unreadable(fault) from fault


def tell_lines(out: Console, game: LiveGame, first: int, spell: SpellCard) -> None:
    """Print the lines of a game from number ``first`` on."""
    for seq in range(first, len(game.lines) + 1):
        tell_event(out, seq, game.lines[seq - 1], spell)


def tell_noticed(out: Console, findings: Iterable[Finding], spell: SpellCard) -> None:
    """Print findings, each with the place that it is about."""
    for one in findings:
        told = f"  ! {one.message(spell)} (event {one.event}, {one.rule})"
        out.print(Text(told, style="bold red" if one.kind == "record" else "yellow"))


def plain(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings as plain data, for other programs."""
    return [
        {
            "event": one.event,
            "rule": one.rule,
            "kind": one.kind,
            "player": one.player,
            "message": one.message(),
        }
        for one in findings
    ]
