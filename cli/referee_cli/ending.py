"""The end of a command: its exit status, and the message if it failed."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from traceback import extract_tb
from typing import NoReturn

import click

from referee.wording.sentences import Sentence
from referee_cli.commands import FAULTS
from referee_cli.output import Failure
from referee_cli.statuses import FAULT, INTERRUPTED, PIPE_CLOSED, is_interrupt


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
            address=FAULTS,
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
    except (KeyboardInterrupt, EOFError, click.Abort):
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
