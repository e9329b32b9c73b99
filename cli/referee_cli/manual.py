"""``referee manual``: the program's page for ``man``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from referee.version import __version__
from referee.wording.language import _
from referee_cli.commands import COMMANDS, GROUPS, NAME


@click.command()
def manual() -> None:
    """Print this program's page for man.

    \b
    Example: referee manual > ~/.local/share/man/man1/referee.1
    """
    root = click.get_current_context().find_root()
    assert isinstance(root.command, click.Group)
    click.echo("\n".join(_page(root, root.command)))


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
            command = program.get_command(root, name)
            assert command is not None, f"{name} is among {list(COMMANDS)}"
            yield from _command(root, command, name)


def _command(root: click.Context, command: click.Command, name: str) -> Iterator[str]:
    ctx = click.Context(command, info_name=name, parent=root)
    yield f".SS {NAME} {name} {_written(' '.join(command.collect_usage_pieces(ctx)))}"
    yield from _paragraphs((command.help or "").split("\n\n"))
    everywhere = {param.name for param in root.command.get_params(root)}
    yield from _options(ctx, [one for one in command.get_params(ctx) if one.name not in everywhere])


def _options(ctx: click.Context, params: Iterable[click.Parameter]) -> Iterator[str]:
    for param in params:
        option, what = param.get_help_record(ctx) or ("", "")
        if what:
            yield from (".TP", f".B {_written(option)}", _written(what))


def _paragraphs(texts: list[str]) -> Iterator[str]:
    for text in texts:
        yield from (".PP", _written(text.replace("\b\n", "")))


def _written(text: str) -> str:
    """A text as roff shows it: its signs for themselves, no line an order."""
    shown = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{shown}" if shown.startswith((".", "'")) else shown
