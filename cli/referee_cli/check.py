"""``referee check``: judge a log and print a report; ``demo``: the sample logs that come with the
program."""

import os
import sys
from pathlib import Path

import click
from referee_schemas.reading import read_log

import referee
from referee.judging.report import UNREADABLE, exit_status, worst
from referee.wording.language import _
from referee.wording.sentences import letters
from referee.wording.unreadable import Unreadable
from referee.wording.visible import visible
from referee_cli.logs import is_a_folder, judged_log
from referee_cli.options import subcommand, wants_json
from referee_cli.output import WrongUse, card_spelling, console, print_json, say, tell_unreadable

MOST_JOBS = 61  # the most processes: Windows can wait for no more


@subcommand(json="Print each report as one line of JSON.")
@click.argument("logs", nargs=-1, required=True, metavar="LOG|FOLDER|GAME...")
@click.option("--summary", is_flag=True, help="Count the findings of each rule in all logs.")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
    help="Write Parquet files there, for SQL queries. The next run judges only what has changed.",
)  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(1, MOST_JOBS, clamp=True), default=lambda: os.cpu_count() or 1,
    help="How many processes judge (one for each core).",
)  # fmt: skip
@click.option(
    "--on", metavar="WHERE", help="Where to judge: local, or dask://HOST:PORT for a Dask cluster."
)
def check(
    logs: tuple[str, ...], summary: bool, out: Path | None, jobs: int, on: str | None
) -> None:
    """Judge logs, or whole folders of logs.

    A log is a file, a game of the record book, or - for standard input. Files and folders may be
    remote, such as s3://club/logs/.

    In a folder, and in the folders inside it, the command judges .jsonl and .sheet files, and other
    files that begin like a log. It names the files that it leaves out.

    With a folder, --summary, --out or --on you get one summary of all logs. With --json you get a
    line for each log, with its name and exit status.

    Exit status: 0 nothing found, 1 findings, 3 a log cannot be read, 4 a log contradicts itself.
    With several logs the worst one counts.

    \b
    Example: referee check evening.jsonl
    """
    if summary or out or on or any(map(is_a_folder, logs)):
        # one log needs no workers
        from referee_cli.audit import audit

        sys.exit(audit(logs, jobs, on, out))
    statuses = set()
    for path in logs:
        if len(logs) > 1 and not wants_json():
            say(f"== {visible(Path(path).name)}")
        statuses.add(_check(path, hints=True))
    sys.exit(worst(statuses))


def _check(path: str, *, hints: bool) -> int:
    """Judge one log and print the report, with ``hints`` on correcting the log; return the exit
    status."""
    spell = letters if wants_json() else card_spelling()
    try:
        events, report = judged_log(path, spell)
    except Unreadable as problem:
        tell_unreadable(problem)
        return UNREADABLE
    if wants_json():
        print_json(report)
    else:
        # imported lazily: not needed for JSON
        from referee.text.document import tell_report
        from referee_cli.hints import tell_hints

        out = console()
        tell_report(out, report, events, spell)
        if hints:
            tell_hints(out, path, report)
    return exit_status(report)


USUAL = "priority-quarrel"

PACKAGE = Path(referee.__file__).parent
FOLDERS = (PACKAGE / "samples", PACKAGE.parent / "sample_games")
"""The folders of the samples: in a wheel, and in a checkout."""


@subcommand(book=False, writes=True)
@click.argument("name", default=USUAL, metavar="[NAME]")
@click.option("--list", "lists", is_flag=True, help="List the samples.")
@click.option("--out", metavar="FILE", help="Write the log there, to try other commands on it.")
def demo(name: str, lists: bool, out: str | None) -> None:
    """Judge a sample log that comes with the program.

    Exit status: the same as for check.

    \b
    Example: referee demo every-bonus
    """
    samples = {path.stem: path for folder in FOLDERS for path in sorted(folder.glob("*.jsonl"))}
    if lists:
        titles = {stem: next(read_log(path)).get("title", "") for stem, path in samples.items()}
        if wants_json():
            print_json(titles)
            return
        for stem, title in titles.items():
            console().print(stem)
            console().indented(title)
        return
    sample = samples.get(name)
    if sample is None:
        text = "There is no sample {name}. To list them all: referee demo --list"
        raise WrongUse(text, name=name)
    if out is not None:
        # imported lazily: checking writes no file
        from referee_cli.files import write_out

        write_out(sample.read_text(encoding="utf-8"), out)
        return
    status = _check(str(sample), hints=False)
    if not wants_json() and sys.stdout.isatty():
        click.echo()
        hint = _("To try more with this log: referee demo {name} --out {file}")
        click.echo(hint.format(name=name, file=sample.name))
    sys.exit(status)
