"""Printing for all commands: cards that the terminal can show, JSON, errors."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeVar

import click
from referee_schemas.unreadable import Unreadable

from referee.judging.report import UNREADABLE
from referee.wording.language import _, language, ngettext
from referee.wording.phrases import Phrase, spoken, with_facts
from referee.wording.sentences import SpellCard, symbols
from referee.wording.visible import visible_json, visible_lines
from referee_cli.language import telling_people

if TYPE_CHECKING:
    from referee.text.terminal import Terminal

WORDS_FOR_YES: Final = frozenset({"y", "yes", "s", "si", "sí"})
"""Answers that mean yes, in either language."""

A_WHILE: Final = 1.0
"""Seconds until a line says that the program is at work, and between two such lines."""

F = TypeVar("F", bound=Callable[..., Any])

SHOWN = 20
"""Places of a sheet that cannot be read: so many are told at once."""


def json_option(command: F) -> F:
    """The option ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


class Told(click.ClickException):
    """An error that ends a command. Its message is put into words when it is shown, in the user's
    language, whatever the language of the results."""

    def __init__(self, problem: Phrase | Exception, /, **facts: object) -> None:
        super().__init__("")
        self.problem = problem if isinstance(problem, Exception) else with_facts(problem, facts)

    def told(self) -> str:
        """The problem in a sentence."""
        problem = self.problem
        return visible_lines(str(problem) if isinstance(problem, Exception) else spoken(problem))

    def format_message(self) -> str:
        """Return what is shown."""
        return self.told()


class WrongUse(Told, click.UsageError):
    """A request that cannot be fulfilled; ``option`` is the option that made it."""

    def __init__(self, problem: Phrase | Exception, option: str = "", /, **facts: object) -> None:
        super().__init__(problem, **facts)
        self.option = option

    def format_message(self) -> str:
        """Return what is shown, with the option that is to blame."""
        if not self.option:
            return self.told()
        return click.BadParameter(self.told(), param_hint=self.option).format_message()


def console() -> Terminal:
    """Where a report for people goes: standard output, with colour only on a terminal."""
    # what is no report needs no tables and colours
    from referee.text.terminal import Terminal

    return Terminal(highlight=False, markup=False, emoji=False)


def say(text: str, *, err: bool = False) -> None:
    """Print a text without style, on standard output or standard error."""
    click.echo(visible_lines(text), err=err)


def shows(text: str) -> bool:
    """Return whether standard output can show this text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def card_spelling() -> SpellCard:
    """How cards are written on standard output: with suit signs where it can show them, else with
    the letters by which the sheet of the language that is spoken knows the suits."""
    if shows("♣♦♥♠"):
        return symbols
    # only the plainest terminals need these
    from referee.notation.cards import LETTERS

    suits = LETTERS[language()]
    return lambda card: card[0] + suits.get(card[1], card[1])


def json_line(value: Any) -> bytes:
    """One JSON value on a line of its own."""
    return (visible_json(value) + "\n").encode()


def print_json(value: Any) -> None:
    """One JSON value on a line of its own, in UTF-8 whatever the terminal's encoding is."""
    print_lines(json_line(value))


def print_lines(lines: bytes) -> None:
    """Lines as they are, whatever the terminal's encoding is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(lines)
    sys.stdout.buffer.flush()


@contextmanager
def progress(what: str, count: int | None) -> Iterator[Callable[[int], None]]:
    """Show how far long work is, and since when: on standard error, and only on a terminal. The
    block gets a function to call with the number of further things done. ``count`` is how many
    there are, where that is known. Nothing may be printed in the block but bytes."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _do_nothing
        return
    # it takes longer to load than many a command
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=count)
        yield partial(bar.advance, task)


def _do_nothing(_done: int) -> None:
    """Take no notice of what is done."""


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
        further = {"more": [one.to_dict() for one in problem.more]} if problem.more else {}
        print_json({"error": problem.to_dict(), **further})
    with telling_people():
        for one in faults[:SHOWN]:
            say(_("Error: {message}").format(message=one), err=True)
        if len(faults) > SHOWN:
            more = ngettext(
                "... and {number} more place that cannot be read.",
                "... and {number} more places that cannot be read.",
                len(faults) - SHOWN,
            )
            click.echo(more, err=True)


@contextmanager
def working(a_while: float = A_WHILE) -> Iterator[None]:
    """Tell how long this block has been at work, on standard error and only on a terminal. The line
    is gone when the block ends, so that nothing may be printed in it."""
    terminal = sys.stderr
    if terminal is None or not terminal.isatty():
        yield
        return
    done = Event()
    # what is spoken here is not known to a thread
    text = _("Working, {seconds} s ... (Ctrl-C stops)")
    clock = Thread(target=_tell_seconds, args=(terminal, text, done, a_while), daemon=True)
    clock.start()
    try:
        yield
    finally:
        done.set()
        clock.join()


def _tell_seconds(terminal: TextIO, text: str, done: Event, a_while: float) -> None:
    lines, told = 0, ""
    while not done.wait(a_while):
        lines += 1
        told = text.format(seconds=round(lines * a_while))
        terminal.write(f"\r{told}")
        terminal.flush()
    if told:
        terminal.write(f"\r{' ' * len(told)}\r")
        terminal.flush()


def says_yes(question: str) -> bool:
    """Ask a question on standard error, and return whether the answer is yes; no answer is a no.
    Standard output has results alone."""
    answer = click.prompt(question, default=_("no"), err=True)
    return str(answer).strip().casefold() in WORDS_FOR_YES
