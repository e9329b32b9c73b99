"""The ``referee`` command."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from shutil import get_terminal_size
from typing import Any

import click
from click.shell_completion import shell_complete

from referee.version import __version__
from referee.wording.language import Word, _
from referee_cli.commands import COMMANDS, COMPLETING, GROUPS, NAME, OTHERWISE, load
from referee_cli.encoding import read_utf8, show_the_nearest
from referee_cli.ending import Refused, ending
from referee_cli.language import Wanted, json_in_english, telling, told
from referee_cli.output import say

WIDEST, NARROWEST = 100, 30
"""Columns between which a help fits itself to its terminal."""
ALIKE = 0.65
"""From how like a word is to a command, of 1, it is taken for a misspelling of it."""


class Referee(click.Group):
    """The group of commands; what cannot be printed ends them with a sentence."""

    def main(self, args: Sequence[str] | None = None, *_: Any, **__: Any) -> Any:
        """Run a command in the language that it asks for, else in the environment's, and end the
        program with its exit status."""
        show_the_nearest()
        read_utf8()
        words = sys.argv[1:] if args is None else list(args)
        wanted = Wanted.by(words)
        with telling(wanted.language), ending():
            if sys.stdout is None:
                raise Refused(Word("The result cannot be printed: standard output is closed."))
            spoken = told(self, click.Context(self))
            if COMPLETING in os.environ:
                asked = os.environ[COMPLETING]
                sys.exit(shell_complete(spoken, {"obj": wanted}, NAME, COMPLETING, asked))
            with spoken.make_context(NAME, words, obj=wanted, terminal_width=_width()) as ctx:
                spoken.invoke(ctx)
        sys.exit(0)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click calls it so
        """All commands, in the order of the help."""
        return list(COMMANDS)

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - click calls it so
        formatter: click.HelpFormatter,
    ) -> None:
        """List the commands by what they are for, without loading them."""
        widest = max(map(len, COMMANDS))
        for title, names in GROUPS.items():
            with formatter.section(_(title)):
                rows = [(name.ljust(widest), _(COMMANDS[name].plain)) for name in names]
                formatter.write_dl(rows)

    def get_command(
        self,
        ctx: click.Context,
        name: str,
    ) -> click.Command | None:
        """The command of this name, as it is told in the language that is spoken."""
        if name not in COMMANDS:
            return None
        command = told(load(name), ctx)
        if command.callback and not ctx.find_root().obj.by_option:
            command.callback = json_in_english(command.callback)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is wanted. Raises UsageError with the nearest one where it is none."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as problem:
            alike = get_close_matches(args[0], COMMANDS, n=1, cutoff=ALIKE)
            nearest = [OTHERWISE[args[0]]] if args[0] in OTHERWISE else alike
            if not nearest:
                raise
            suggested = _("{problem} Did you mean {nearest!r}?").format(
                problem=problem.message, nearest=nearest[0]
            )
            raise click.UsageError(suggested, ctx) from problem


def _tell_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    # click's own option would tell it in the language of the moment in which it is imported
    if not wanted:
        return
    click.echo(_("referee, version {version}").format(version=__version__))
    click.echo(f"Python {sys.version.split()[0]}, SQLite {_sqlite_version()}")
    ctx.exit()


def _sqlite_version() -> str:
    # as sqlite_utils chooses, which itself takes long to load
    try:
        driver = import_module("pysqlite3")
    except ImportError:
        driver = import_module("sqlite3")
    return str(driver.sqlite_version)


def _width() -> int:
    # click's own choice breaks lines in terminals of less than 52 columns
    return max(min(get_terminal_size().columns, WIDEST) - 2, NARROWEST)


@click.group(cls=Referee, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version and exit.",
)
def main() -> None:
    """The referee for card games played on real tables.

    Judges the log of an evening: what was against the rules and by which rule, who is
    disqualified, who won each hand, every bonus and side game, and who pays whom. Keeps the record
    while you play.
    """
    # where in the code a warning was given tells nobody anything
    warnings.showwarning = lambda message, *_where, **_further: say(
        _("Warning: {message}").format(message=message), err=True
    )
