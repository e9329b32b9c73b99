"""The ``referee`` command."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from referee import __version__

MODULES = {
    "check": "check",
    "audit": "audit",
    "replay": "replay",
    "rules": "rules",
    "rule": "ruling",
    "rulings": "ruling",
    "whatif": "whatif",
    "crux": "whatif",
    "knows": "knows",
    "repair": "repair",
    "compare": "compare",
    "new": "new",
    "record": "record",
    "add": "add",
    "next": "next",
    "correct": "amend",
    "forgive": "amend",
    "dispute": "amend",
    "games": "games",
    "show": "games",
    "import": "moving",
    "export": "moving",
    "convert": "moving",
    "verify": "keeping",
    "backup": "keeping",
    "doctor": "keeping",
    "serve": "serve",
    "links": "serve",
}
"""Every command in the order of the help, with the module that has it; a command's module is
loaded only when the command is wanted."""


class Referee(click.Group):
    """The group of commands; what cannot be printed ends them with a sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click calls it so
        """All commands, in the order of the help."""
        return list(MODULES)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click calls it so
        name: str,
    ) -> click.Command | None:
        """The command of this name."""
        if name not in MODULES:
            return None
        module = import_module(f"cli.{MODULES[name]}")
        command: click.Command = getattr(module, COMMAND_OF.get(name, name))
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is wanted. Raises UsageError with the nearest one where it is none."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as problem:
            nearest = get_close_matches(args[0], MODULES, n=1)
            if not nearest:
                raise
            told = f"{problem.message} Did you mean {nearest[0]!r}?"
            raise click.UsageError(told, ctx) from problem

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Raises Unprintable where standard output takes no more."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as problem:
            raise Unprintable(f"The result cannot be printed: {problem.strerror}.") from problem
        return result


COMMAND_OF = {"import": "import_log", "next": "next_act", "rulings": "all_rulings"}
"""Commands whose name Python has a use of its own for."""


class Unprintable(click.ClickException):
    """Standard output is closed or full."""

    exit_code = 2


@click.group(
    cls=Referee, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="referee")
def main() -> None:
    """The referee for card games played on real tables.

    Judges the log of an evening: what was against the rules and by which rule, who is
    disqualified, who won each hand, every bonus and side game, and who pays whom. Keeps the record
    while you play.
    """
    if sys.stdout is None:
        raise Unprintable("The result cannot be printed: standard output is closed.")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # a terminal that lacks a letter of somebody's name must not stop the report
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    main()
