"""The ``referee`` command, with its exit status, and the message if it failed."""

import os
import sys
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path
from shutil import get_terminal_size
from traceback import extract_tb
from typing import Any, NoReturn

import click
from click.shell_completion import shell_complete

from referee.version import __version__
from referee.wording.language import Word, _
from referee.wording.sentences import Sentence
from referee_cli import commands
from referee_cli.language import Wanted, telling, translated
from referee_cli.output import Failure, answering, read_utf8, say, show_the_nearest
from referee_cli.statuses import FAULT, INTERRUPTED, PIPE_CLOSED, is_interrupt

WIDEST, NARROWEST = 100, 30  # the widest and narrowest help, in columns
ALIKE = 0.65  # the similarity to a command, up to 1, from which a word counts as its misspelling


def run(command: click.Command, name: str, words: Sequence[str] | None = None) -> NoReturn:
    """Run a command in the language of its ``--lang``, else the environment's, and end the program
    with its exit status, or with a message if it cannot print."""
    show_the_nearest()
    read_utf8()
    words = sys.argv[1:] if words is None else list(words)
    language = Wanted.by(words)
    with telling(language.language), ending():
        if sys.stdout is None:
            raise Failure(Word("The result cannot be printed: standard output is closed."))
        spoken = translated(command, click.Context(command))
        if commands.COMPLETING in os.environ:
            asked = os.environ[commands.COMPLETING]
            sys.exit(
                shell_complete(spoken, {"obj": language}, commands.NAME, commands.COMPLETING, asked)
            )
        # click's default wraps badly in terminals narrower than 52 columns
        width = max(min(get_terminal_size().columns, WIDEST) - 2, NARROWEST)
        with spoken.make_context(name, words, obj=language, terminal_width=width) as ctx:
            spoken.invoke(ctx)
    sys.exit(0)


class Commands(click.Group):
    """A group of these commands, which are loaded on demand; ``prefix`` is typed before their
    names."""

    unlisted: Collection[str] = ()
    """Commands that the help does not list."""

    others: Mapping[str, str] = {}
    """Words that people try for a command, with its name."""

    def __init__(
        self,
        *args: Any,
        entries: Mapping[str, commands.Unloaded],
        prefix: str = "",
        **further: Any,
    ) -> None:
        super().__init__(*args, **further)
        self.entries = entries
        self.prefix = prefix

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all commands, in the order of the help."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command of this name, with its help in the user's language."""
        if name not in self.entries and name not in self.unlisted:
            return None
        command = translated(commands.load(self.prefix + name), ctx)
        if command.callback and not isinstance(command, click.Group):
            command.callback = answering()(command.callback)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(command.plain)) for name, command in self.entries.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of this name. Raises UsageError with the most similar name."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as problem:
            words = (*self.entries, *self.others)
            alike = get_close_matches(args[0], words, n=1, cutoff=ALIKE)
            if not alike:
                raise
            suggested = _("{problem} Did you mean {nearest!r}?").format(
                problem=problem.message, nearest=self.others.get(alike[0], alike[0])
            )
            raise click.UsageError(suggested, ctx) from problem


class Referee(Commands):
    """The group of all commands. Old names work, too, and print the new one on standard error."""

    unlisted = commands.ALONE
    others = commands.RENAMED | commands.OTHERWISE

    def main(self, args: Sequence[str] | None = None, *_: Any, **__: Any) -> Any:
        """Run the command given by these words, or by ``sys.argv``."""
        run(self, commands.NAME, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command with this name or old name."""
        name = args[0]
        now = commands.NOW.get(name)
        if now and not ctx.resilient_parsing:
            renamed = _('Note: "referee {name}" is now: {now}')
            say(renamed.format(name=name, now=now), err=True)
        if name in commands.RENAMED:
            args = commands.in_new_words(args)
        return super().resolve_command(ctx, args)


def _tell_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    # click's own option would use the language at import time
    if not wanted:
        return
    click.echo(_("referee, version {version}").format(version=__version__))
    # the help needs no record book
    from referee.store import sqlite

    click.echo(f"Python {sys.version.split()[0]}, SQLite {sqlite.VERSION}")
    ctx.exit()


@click.group(
    cls=Referee,
    entries=commands.COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_tell_version,
    help="Show the version and exit.",
)  # fmt: skip
def main() -> None:
    """The referee for card games played on real tables.

    Judges the log of an evening: who broke which rule, who won, and who pays whom. Keeps the record
    while you play.
    """
    # hide file and line of warnings
    warnings.showwarning = lambda message, *_where, **_further: say(
        _("Warning: {message}").format(message=message), err=True
    )


# ---- the end of a command


class Fault(Failure):
    """An unexpected error in the program."""

    exit_code = FAULT

    def __init__(self, problem: Exception) -> None:
        last = extract_tb(problem.__traceback__)[-1]
        text = "This is a fault of the referee: {problem} ({place}). Report this line at {address}"
        super().__init__(
            text,
            problem=f"{type(problem).__name__}: {problem}",
            place=f"{Path(last.filename).name}, line {last.lineno}",
            address=commands.FAULTS,
        )


@contextmanager
def ending() -> Iterator[None]:
    """End the program after this block with the right exit status, and at most a one-sentence
    message. In Python's development mode an unexpected error is shown with its traceback."""
    try:
        try:
            yield
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except KeyboardInterrupt:
        _interrupted()
    except BrokenPipeError:
        _write_no_more()
        sys.exit(PIPE_CLOSED)
    except click.ClickException as problem:
        _say_and_exit(problem)
    except OSError as problem:
        _say_and_exit(Failure(_refusal(problem)))
    except Exception as problem:  # a fault of ours, which becomes a sentence and an exit status
        if is_interrupt(problem):
            _interrupted()
        if isinstance(problem, (EOFError, click.Abort)):
            _say_and_exit(Failure(Word("The input ended at a question. Options answer it: --help")))
        if sys.flags.dev_mode:
            raise
        # nearly every command has loaded it, but --help needs no games
        from referee.judging.registry import TwoGamesError

        _say_and_exit((Failure if isinstance(problem, TwoGamesError) else Fault)(problem))


def _interrupted() -> NoReturn:
    with suppress(OSError):
        click.echo(err=True)
    sys.exit(INTERRUPTED)


def _refusal(problem: OSError) -> Sentence:
    facts = {"file": problem.filename, "problem": problem.strerror or problem}
    if problem.filename is None:
        return Sentence("The result cannot be printed: {problem}.", facts)
    return Sentence("{file} cannot be used: {problem}.", facts)


def _say_and_exit(problem: click.ClickException) -> NoReturn:
    with suppress(OSError):
        problem.show()
    sys.exit(problem.exit_code)


def _write_no_more() -> None:
    """Discard the rest of the output, so that closing the streams raises no error."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()
            continue
        with suppress(AttributeError, OSError, ValueError):
            os.dup2(nowhere, stream.fileno())
