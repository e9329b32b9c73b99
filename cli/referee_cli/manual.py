"""``python -m referee_cli.manual``: the man page."""

from collections.abc import Iterable, Iterator

import click

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
    program = translated(main, asked)
    root = click.Context(program, info_name=NAME, obj=asked.obj)
    click.echo("\n".join(_page(root, program)))


def _page(root: click.Context, program: click.Group) -> Iterator[str]:
    yield f'.TH {NAME.upper()} 1 "" "{NAME} {__version__}"'
    about, *more = (program.help or "").split("\n\n")
    yield from (".SH NAME", f"{NAME} \\- {_written(about)}")
    yield from (
        ".SH SYNOPSIS",
        f".B {NAME}",
        _written(" ".join(program.collect_usage_pieces(root))),
    )
    yield f".SH {_('Description').upper()}"
    yield from _paragraphs(more)
    yield f".SH {_('Options').upper()}"
    yield from _options(root, program.get_params(root))
    for title, names in GROUPS.items():
        yield f".SH {_written(_(title)).upper()}"
        for name in names:
            yield from _command(root, program, name)


def _command(above: click.Context, group: click.Group, name: str) -> Iterator[str]:
    command = group.get_command(above, name)
    assert command is not None, f"{name} is among {group.list_commands(above)}"
    ctx = click.Context(command, info_name=name, parent=above)
    yield f".SS {ctx.command_path} {_written(' '.join(command.collect_usage_pieces(ctx)))}"
    yield from _paragraphs((command.help or "").split("\n\n"))
    root = ctx.find_root()
    everywhere = {param.name for param in root.command.get_params(root)}
    yield from _options(
        ctx,
        [parameter for parameter in command.get_params(ctx) if parameter.name not in everywhere],
    )
    if isinstance(command, click.Group):
        for one in command.list_commands(ctx):
            yield from _command(ctx, command, one)


def _options(ctx: click.Context, params: Iterable[click.Parameter]) -> Iterator[str]:
    for param in params:
        option, what = param.get_help_record(ctx) or ("", "")
        if what:
            yield from (".TP", f".B {_written(option)}", _written(what))


def _paragraphs(texts: list[str]) -> Iterator[str]:
    for text in texts:
        yield from (".PP", _written(text.replace("\b\n", "")))


def _written(text: str) -> str:
    """Escape a text for roff."""
    shown = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{shown}" if shown.startswith((".", "'")) else shown


if __name__ == "__main__":
    # imported lazily
    from referee_cli.main import run

    run(manual, "python -m referee_cli.manual")
