"""``python -m referee_cli.completion``: shell completion."""

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
    Example: python -m referee_cli.completion fish > ~/.config/fish/completions/referee.fish
    """
    words = get_completion_class(shell)
    assert words is not None  # click has all of SHELLS
    click.echo(words(click.Group(NAME), {}, NAME, COMPLETING).source())


if __name__ == "__main__":
    # imported lazily
    from referee_cli.main import run

    run(completion, "python -m referee_cli.completion")
