"""``referee completion``: what makes a shell complete the words of this command."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from referee_cli.commands import COMPLETING, NAME

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the script that makes your shell complete this command.

    Put it where your shell looks: for bash the folder ~/.local/share/bash-completion/completions,
    for zsh a folder of its fpath (as _referee), for fish ~/.config/fish/completions.

    \b
    Example: referee completion fish > ~/.config/fish/completions/referee.fish
    """
    words = get_completion_class(shell)
    assert words is not None  # click has all of SHELLS
    click.echo(
        words(click.get_current_context().find_root().command, {}, NAME, COMPLETING).source()
    )
