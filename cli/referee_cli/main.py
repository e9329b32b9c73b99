"""The ``referee`` command."""

import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from shutil import get_terminal_size
from typing import Any, NoReturn

import click
from click.shell_completion import shell_complete

from referee.version import __version__
from referee.wording.language import Word, _
from referee_cli import commands
from referee_cli.encoding import read_utf8, show_the_nearest
from referee_cli.ending import Refused, ending
from referee_cli.grouping import Commands
from referee_cli.language import Wanted, telling, translated
from referee_cli.output import say

WIDEST, NARROWEST = 100, 30  # the widest and narrowest help, in columns


def run(command: click.Command, name: str, words: Sequence[str] | None = None) -> NoReturn:
    """Run a command in the language of its ``--lang``, else the environment's, and end the program
    with its exit status, or with a message if it cannot print."""
    show_the_nearest()
    read_utf8()
    words = sys.argv[1:] if words is None else list(words)
    wanted = Wanted.by(words)
    with telling(wanted.language), ending():
        if sys.stdout is None:
            raise Refused(Word("The result cannot be printed: standard output is closed."))
        spoken = translated(command, click.Context(command))
        if commands.COMPLETING in os.environ:
            asked = os.environ[commands.COMPLETING]
            sys.exit(
                shell_complete(spoken, {"obj": wanted}, commands.NAME, commands.COMPLETING, asked)
            )
        # click's default wraps badly in terminals narrower than 52 columns
        width = max(min(get_terminal_size().columns, WIDEST) - 2, NARROWEST)
        with spoken.make_context(name, words, obj=wanted, terminal_width=width) as ctx:
            spoken.invoke(ctx)
    sys.exit(0)


class Referee(Commands):
    """The group of all commands. Old names work, too, and print the new one on standard error."""

    def main(self, args: Sequence[str] | None = None, *_: Any, **__: Any) -> Any:
        """Run the command given by these words, or by ``sys.argv``."""
        run(self, commands.NAME, args)

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - click calls it so
        formatter: click.HelpFormatter,
    ) -> None:
        """List the commands by purpose, each group beside its title."""
        formatter.write_paragraph()
        titles = {next(iter(names)): _(title) for title, names in commands.GROUPS.items()}
        title_width, name_width = max(map(len, titles.values())), max(map(len, commands.COMMANDS))
        with formatter.indentation():
            formatter.write_dl(
                [
                    (f"{titles.get(name, ''):{title_width}}  {name:{name_width}}", _(command.plain))
                    for name, command in commands.COMMANDS.items()
                ]
            )

    def has(self, name: str) -> bool:
        """Return whether there is such a command, or a separate program that was once a command."""
        return super().has(name) or name in commands.ALONE

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command with this name or old name."""
        name = args[0]
        now = (
            f"python -m referee_cli.{name}"
            if name in commands.ALONE
            else commands.RENAMED.get(name)
        )
        if now and not ctx.resilient_parsing:
            renamed = _('Note: "referee {name}" is now: {now}')
            shown = now if name in commands.ALONE else f"{commands.NAME} {now}"
            say(renamed.format(name=name, now=shown), err=True)
        if name in commands.RENAMED:
            args = commands.in_new_words(args)
        return super().resolve_command(ctx, args)


def _tell_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    # click's own option would use the language at import time
    if not wanted:
        return
    click.echo(_("referee, version {version}").format(version=__version__))
    click.echo(f"Python {sys.version.split()[0]}, SQLite {_sqlite_version()}")
    ctx.exit()


def _sqlite_version() -> str:
    # like sqlite_utils, which is slow to import
    try:
        driver = import_module("pysqlite3")
    except ImportError:
        driver = import_module("sqlite3")
    return str(driver.sqlite_version)


@click.group(
    cls=Referee,
    entries=commands.COMMANDS,
    others={**commands.RENAMED, **commands.OTHERWISE},
    context_settings={"help_option_names": ["-h", "--help"]},
)
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

    Judges the log of an evening: who broke which rule, who won, and who pays whom. Keeps the record
    while you play.
    """
    # hide file and line of warnings
    warnings.showwarning = lambda message, *_where, **_further: say(
        _("Warning: {message}").format(message=message), err=True
    )
