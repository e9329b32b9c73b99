"""``referee check``: judge a log and print a report."""

import os
import sys
from pathlib import Path

import click
from referee_schemas.unreadable import Unreadable

from referee.judging.report import UNREADABLE, exit_status, worst
from referee.wording.sentences import letters
from referee.wording.visible import visible
from referee_cli.judging import judged_log
from referee_cli.logs import db_option, is_a_folder
from referee_cli.output import card_spelling, console, print_json, say, tell_unreadable

MOST_JOBS = 61  # the most processes: Windows can wait for no more


@click.command()
@click.argument("logs", nargs=-1, required=True, metavar="LOG|FOLDER|GAME...")
@click.option("--summary", is_flag=True, help="Count the findings of each rule in all logs.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write Parquet files there, for SQL queries. The next run judges only what has changed.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS, clamp=True),
    default=lambda: os.cpu_count() or 1,
    help="How many processes judge (one for each core).",
)
@click.option(
    "--on", metavar="WHERE", help="Where to judge: local, or dask://HOST:PORT for a Dask cluster."
)
@click.option("--json", "as_json", is_flag=True, help="Print each report as one line of JSON.")
@db_option
def check(
    logs: tuple[str, ...], summary: bool, out: Path | None, jobs: int, on: str | None,
    as_json: bool, db: str | None,
) -> None:  # fmt: skip
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

        sys.exit(audit(logs, jobs, on, as_json, out, db))
    statuses = set()
    for path in logs:
        if len(logs) > 1 and not as_json:
            say(f"== {visible(Path(path).name)}")
        statuses.add(check_one(path, as_json, db, hints=True))
    sys.exit(worst(statuses))


def check_one(path: str, as_json: bool, db: str | None = None, *, hints: bool = False) -> int:
    """Judge one log and print the report, with ``hints`` on correcting the log; return the exit
    status."""
    spell = letters if as_json else card_spelling()
    try:
        events, report = judged_log(path, db, spell)
    except Unreadable as problem:
        tell_unreadable(problem, as_json)
        return UNREADABLE
    if as_json:
        print_json(report)
    else:
        # imported lazily: not needed for JSON
        from referee.text.report import tell_report
        from referee_cli.hints import tell_hints

        out = console()
        tell_report(out, report, events, spell)
        if hints:
            tell_hints(out, path, report)
    return exit_status(report)
