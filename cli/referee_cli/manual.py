"""``python -m referee_cli.manual``: the man page, written by the template ``manual.1``."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from jinja2 import Environment

from referee.version import __version__
from referee.wording.language import _
from referee_cli.commands import GROUPS, NAME
from referee_cli.language import translated


@click.command()
def manual() -> None:
    """Print this program's page for man.

    \b
    Example: python -m referee_cli.manual > ~/.local/share/man/man1/referee.1
    """
    # imports every command
    from referee_cli.main import main

    asked = click.get_current_context().find_root()
    root = click.Context(translated(main, asked), info_name=NAME, obj=asked.obj)
    templates = Environment(trim_blocks=True, lstrip_blocks=True)
    templates.filters["roff"] = _in_roff
    page = templates.from_string(Path(__file__).with_suffix(".1").read_text("utf-8"))
    written = page.render(
        _=_, program=root, version=__version__, headings=(_("Description"), _("Options")),
        everywhere=[param.name for param in root.command.get_params(root)],
        groups=[(title, list(_commands(root, names))) for title, names in GROUPS.items()],
    )  # fmt: skip
    click.echo(written, nl=False)


def _commands(above: click.Context, names: Iterable[str]) -> Iterator[click.Context]:
    """Yield the contexts of commands, those of a group after it."""
    assert isinstance(above.command, click.Group)
    for name in names:
        command = above.command.get_command(above, name)
        assert command is not None, f"{name} is a command"
        ctx = click.Context(command, info_name=name, parent=above)
        yield ctx
        if isinstance(command, click.Group):
            yield from _commands(ctx, command.list_commands(ctx))


def _in_roff(text: str) -> str:
    shown = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{shown}" if shown.startswith((".", "'")) else shown


if __name__ == "__main__":
    # imported lazily
    from referee_cli.main import run

    run(manual, "python -m referee_cli.manual")
