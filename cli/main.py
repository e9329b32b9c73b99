"""The ``referee`` command."""

from __future__ import annotations

import sys
from typing import Any

import click

from cli.audit import audit
from cli.check import check
from cli.replay import replay
from cli.rules import rules
from referee import __version__


class Referee(click.Group):
    """The group of commands; what cannot be printed ends them with a sentence."""

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
    disqualified, who won each hand, every bonus and side game, and who pays whom.
    """
    if sys.stdout is None:
        raise Unprintable("The result cannot be printed: standard output is closed.")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # a terminal that lacks a letter of somebody's name must not stop the report
            stream.reconfigure(errors="replace")


for command in (check, audit, replay, rules):
    main.add_command(command)

if __name__ == "__main__":
    main()
