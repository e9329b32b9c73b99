"""A scribe's work: their game, its lines, and the referee's findings."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from referee.judging.findings import RECORD, Expectation, Finding
from referee.judging.registry import find
from referee.store.live import LiveGame
from referee.store.opening import open_book
from referee.text.terminal import Terminal
from referee.wording.language import _
from referee.wording.sentences import SpellCard, fields_of
from referee_cli.language import Language, language_of_messages
from referee_cli.options import chosen_book
from referee_cli.table import tell_event

lang_option = click.option(
    "--lang",
    type=Language(),
    help="The language of sheet lines (the game's), and of the messages (your system's).",
)


@contextmanager
def live_game(name: str, lang: str | None = None, **how: bool) -> Iterator[LiveGame]:
    """Open a game of the record book at its current state; see `open_book`."""
    with open_book(chosen_book(), **how) as book:
        yield LiveGame(book, name, lang, language_of_messages())


def tell_lines(
    out: Terminal, game: LiveGame, first: int, spell: SpellCard, stop: int | None = None
) -> None:
    """Print the lines of a game from number ``first`` on, before number ``stop`` if it is given."""
    sayings = find(game.lines[0]["game"]).sayings
    for seq in range(first, stop or len(game.lines) + 1):
        tell_event(out, seq, game.lines[seq - 1], sayings, spell)


def tell_noticed(out: Terminal, findings: Iterable[Finding], spell: SpellCard) -> None:
    """Print findings, each with its event and rule."""
    for finding in findings:
        text = _("! {message} (event {event}, {rule})").format(
            message=finding.message(spell), event=finding.event, rule=finding.rule
        )
        style = "bold red" if finding.kind == RECORD else "yellow"
        out.indented(text, style=style)


def tell_expected(out: Terminal, expected: Iterable[Expectation], spell: SpellCard) -> None:
    """Print the acts that may come next; a star marks those that play waits for."""
    for line in dict.fromkeys(
        f"{'*' if expectation.required else '-'} {expectation.message(spell)}"
        for expectation in expected
    ):
        out.print(line)


def plain(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Return findings as plain data, for other programs."""
    names = ("event", "rule", "kind", "player")
    return [{**fields_of(finding, names), "message": finding.message()} for finding in findings]
