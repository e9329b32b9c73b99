"""``referee demo``: the sample logs that come with the program."""

import sys
from pathlib import Path

import click
from referee_schemas.reading import read_log

import referee
from referee.wording.language import Word, _
from referee_cli.check import check_one
from referee_cli.files import force_option, write_out
from referee_cli.output import WrongUse, console, print_json

USUAL = "priority-quarrel"

PACKAGE = Path(referee.__file__).parent
FOLDERS = (PACKAGE / "samples", PACKAGE.parent / "sample_games")
"""The folders of the samples: in a wheel, and in a checkout."""


@click.command()
@click.argument("name", default=USUAL, metavar="[NAME]")
@click.option("--list", "lists", is_flag=True, help="List the samples.")
@click.option("--out", metavar="FILE", help="Write the log there, to try other commands on it.")
@force_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def demo(name: str, lists: bool, out: str | None, force: bool, as_json: bool) -> None:
    """Judge a sample log that comes with the program.

    Exit status: the same as for check.

    \b
    Example: referee demo every-bonus
    """
    if lists:
        _list(as_json)
        return
    sample = samples().get(name)
    if sample is None:
        text = "There is no sample {name}. To list them all: referee demo --list"
        raise WrongUse(text, name=name)
    if out is not None:
        write_out(sample.read_text(encoding="utf-8"), out, force, db=None)
        return
    status = check_one(str(sample), as_json)
    if not as_json and sys.stdout.isatty():
        click.echo()
        hint = _("To try more with this log: referee demo {name} --out {file}")
        click.echo(hint.format(name=name, file=sample.name))
    sys.exit(status)


def samples() -> dict[str, Path]:
    """Return the samples by name. Raises WrongUse if there are none."""
    found = {path.stem: path for folder in FOLDERS for path in sorted(folder.glob("*.jsonl"))}
    if not found:
        raise WrongUse(Word("The samples were not installed with this program."))
    return found


def _list(as_json: bool) -> None:
    titles = {name: next(iter(read_log(path))).get("title", "") for name, path in samples().items()}
    if as_json:
        print_json(titles)
        return
    out = console()
    for name, title in titles.items():
        out.print(name)
        out.indented(title)
