"""Groups of commands that are loaded on demand."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

import click

from referee.wording.language import _
from referee_cli.commands import Unloaded, load
from referee_cli.language import json_in_english, translated

ALIKE = 0.65  # the similarity to a command, up to 1, from which a word counts as its misspelling


class Commands(click.Group):
    """A group of these commands; ``prefix`` is typed before their names, and ``others`` maps words
    that people try to the right ones."""

    def __init__(
        self,
        *args: Any,
        entries: Mapping[str, Unloaded],
        others: Mapping[str, str] | None = None,
        prefix: str = "",
        **further: Any,
    ) -> None:
        super().__init__(*args, **further)
        self.entries = entries
        self.others = others or {}
        self.prefix = prefix

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click calls it so
        """Return all commands, in the order of the help."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command of this name, with its help in the user's language."""
        if not self.has(name):
            return None
        command = translated(load(self.prefix + name), ctx)
        if command.callback and not ctx.find_root().obj.by_option:
            command.callback = json_in_english(command.callback)
        return command

    def has(self, name: str) -> bool:
        """Return whether there is a command of this name, without loading it."""
        return name in self.entries

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - click calls it so
        formatter: click.HelpFormatter,
    ) -> None:
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
