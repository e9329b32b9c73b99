"""The page of the commands, from their help texts."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

import click
from referee_cli.commands import ALONE, EVERY, GROUPS, NAME, load
from referee_cli.main import main

from handbook.markdown import code, plain, table

EXAMPLE = "Example: "


def commands() -> str:
    """Return every command with its usage, its help and its options, in the groups of the help."""
    return "\n\n".join(_parts())


def _parts() -> Iterator[str]:
    root = click.Context(main, info_name=NAME)
    alone = click.Context(main, info_name="python -m")
    for title, names in GROUPS.items():
        yield f"## {title}"
        for name in names:
            yield from _command(root, name)
            for one in EVERY:
                if one.startswith(f"{name} "):
                    yield from _command(root, one)
    yield "## Programs of their own"
    for name in ALONE:
        yield from _command(alone, name, f"referee_cli.{name}")


def _command(root: click.Context, name: str, typed: str = "") -> Iterator[str]:
    # click caches a command's help option in the language of its first use
    command = copy(load(name))
    ctx = click.Context(command, info_name=typed or name, parent=root)
    yield f"### `{ctx.command_path}`"
    yield code(" ".join([ctx.command_path, *command.collect_usage_pieces(ctx)]))
    for paragraph in (command.help or "").split("\n\n"):
        text = " ".join(paragraph.replace("\b", "").split())
        example = text.startswith(EXAMPLE)
        yield code(text.removeprefix(EXAMPLE), "sh") if example else plain(text)
    told = [param.get_help_record(ctx) or ("", "") for param in command.get_params(ctx)]
    rows = [
        [f"`{option}`", plain(what)]
        for option, what in told
        if option.startswith("-") and "--help" not in option
    ]
    if rows:
        yield table(["option", "what it does"], rows)
