"""Runs commands as a user does: mostly in this process, sometimes in a new one."""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from string import Template

from click.testing import CliRunner
from referee_cli.main import main

from tests.parts import part

Done = subprocess.CompletedProcess[bytes]

COMMANDS = Path(__file__).with_name("commands.txt")
COMMAND = [sys.executable, "-m", "referee"]


def referee(
    *words: object, encoding: str = "utf-8", stdin: bytes = b"", book: Path | None = None,
    **environment: str,
) -> Done:  # fmt: skip
    """Run the command in this process; nothing is a terminal. ``book`` is the file of the record
    book."""
    said = list(map(str, words))
    there = _environment(book, environment)
    runner = CliRunner(charset=encoding, env=there, catch_exceptions=False)
    ended = runner.invoke(main, said, input=stdin)
    return subprocess.CompletedProcess(
        said, ended.exit_code, ended.stdout_bytes, ended.stderr_bytes
    )


def commands(title: str, **places: object) -> list[list[str]]:
    """Return the commands in a part of ``commands.txt``, with these paths filled in."""
    return [shlex.split(Template(line).substitute(places)) for line in part(COMMANDS, title)]


def process(
    *words: object, encoding: str = "utf-8", stdin: bytes = b"", book: Path | None = None,
    **environment: str,
) -> Done:  # fmt: skip
    """Run the command in a new process."""
    there = _environment(book, environment) | {"PYTHONIOENCODING": encoding}
    return subprocess.run(
        [*COMMAND, *map(str, words)],
        input=stdin,
        capture_output=True,
        env=os.environ | there,
        check=False,
    )


def _environment(book: Path | None, environment: dict[str, str]) -> dict[str, str]:
    named = {"REFEREE_DB": str(book)} if book else {}
    return {"COLUMNS": "80"} | named | environment
