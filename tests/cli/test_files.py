"""Commands that write a file: never over a record book, over other files only after a question, and
completely or not at all."""

import ast
import os
import resource
import shlex
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
import referee_cli
from referee_cli.commands import ALONE, EVERY, load

from tests.cli.running import COMMAND, Done, referee

SAMPLES = Path(__file__).parents[2] / "sample_games"
QUARREL = SAMPLES / "priority-quarrel.jsonl"

BEFORE = b"my own notes"

WRITE_ONE_FILE = {
    "cases": "friday --html OUT",
    "demo": "--out OUT",
    "export": "friday OUT --as jsonl",
    "quarrel": "desmoche who-pays --players 'Ana, Beto' --answer winner=Ana --answer bet=5 "
    "--answer got=10 --save OUT",
    "standings": "--out OUT",
}
"""The arguments that make every command that writes one file do so."""

NEVER_REPLACE = {"check": f"{QUARREL} --out OUT", "book backup": "OUT", "simulate": "OUT"}
"""The commands that make a folder or a copy of the book, and replace no file."""

APPENDS = {"book copy"}
"""Its target is another record book, to which it only appends."""


def target(command: str) -> str:
    """Return a name that the command accepts for its file."""
    return "mine.csv" if command == "standings" else "mine"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.db"
    assert referee("book", "import", QUARREL, "--name", "friday", book=path).returncode == 0
    return path


def test_a_folder_that_may_not_be_read_is_not_taken_for_an_empty_one(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0)
    done = referee("check", tmp_path)
    if os.access(locked, os.R_OK):  # root may read everything
        assert done.returncode == 0
    else:
        assert done.returncode == 3
        assert "a file or folder that may not be read" in " ".join(done.stdout.decode().split())


def typed(command: str, out: Path) -> list[str]:
    """Return the words of a command that writes this file."""
    words = shlex.split(f"{command} {(WRITE_ONE_FILE | NEVER_REPLACE)[command]}")
    return [str(out) if word == "OUT" else word for word in words]


def run(command: str, out: Path, book: Path, *more: str) -> Done:
    return referee(*typed(command, out), *more, book=book)


def test_every_command_that_writes_a_file_is_tested_here() -> None:
    params = [(name, param) for name in (*EVERY, *ALONE) for param in load(name).params]
    writers = {
        name
        for name, param in params
        if param.name in ("out", "target", "to") or param.metavar == "FILE"
    }
    assert writers == {*WRITE_ONE_FILE, *NEVER_REPLACE, *APPENDS}
    assert {name for name, param in params if param.name == "force"} == set(WRITE_ONE_FILE)


def test_no_other_module_of_the_commands_writes_a_file() -> None:
    folder = Path(referee_cli.__file__).parent
    codes = {path.name: ast.parse(path.read_text("utf-8")) for path in folder.glob("*.py")}
    assert {name for name, code in codes.items() if any(map(_writes, ast.walk(code)))} == {
        "files.py"
    }


def _writes(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    modes = [one.value for one in node.args if isinstance(one, ast.Constant)]
    opens = name == "open" and any(set("wxa+") & set(str(mode)) for mode in modes)
    return opens or name in ("write_text", "write_bytes", "copyfile", "NamedTemporaryFile")


@pytest.mark.parametrize(
    ("command", "end"),
    [
        *product([*WRITE_ONE_FILE, *NEVER_REPLACE], [""]),
        *product(["cases", "export"], ["-wal", "-shm", "-journal", "-lock", "-links", "-season"]),
    ],
)
def test_nothing_is_ever_written_over_a_record_book_or_the_files_beside_it(
    book: Path, tmp_path: Path, command: str, end: str
) -> None:
    other = tmp_path / target(command)
    assert referee("book", "import", QUARREL, "--name", "sunday", book=other).returncode == 0
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.name != book.name}
    for more in ([], ["--force"]) if command in WRITE_ONE_FILE else ([],):
        done = run(command, other.with_name(other.name + end), book, *more)
        assert done.returncode in (2, 3)
        assert done.stderr
    assert {path: path.read_bytes() for path in tmp_path.iterdir() if path in before} == before
    assert not end or b"belongs to a record book" in done.stderr


@pytest.mark.parametrize("command", WRITE_ONE_FILE)
def test_another_file_is_replaced_only_with_force(book: Path, tmp_path: Path, command: str) -> None:
    out = tmp_path / target(command)
    out.write_bytes(BEFORE)
    out.chmod(0o640)
    done = run(command, out, book)
    assert done.returncode == 2
    assert b"--force" in done.stderr
    assert out.read_bytes() == BEFORE
    assert run(command, out, book, "--force").returncode == 0
    assert out.stat().st_mode & 0o777 == 0o640
    written = out.read_bytes()
    assert written != BEFORE
    out.unlink()
    assert run(command, out, book).returncode == 0
    assert len(out.read_bytes()) == len(written)
    assert not [one for one in tmp_path.iterdir() if "unfinished" in one.name]


@pytest.mark.parametrize("command", NEVER_REPLACE)
def test_what_is_no_record_book_is_not_replaced_by_one_or_by_a_folder(
    book: Path, tmp_path: Path, command: str
) -> None:
    out = tmp_path / "mine"
    out.write_bytes(BEFORE)
    assert run(command, out, book).returncode in (2, 3)
    assert out.read_bytes() == BEFORE


@pytest.mark.skipif(sys.platform == "win32", reason="it has no limit for the size of a file")
@pytest.mark.parametrize("command", WRITE_ONE_FILE)
def test_a_file_that_does_not_fit_on_the_disk_leaves_what_was_there(
    book: Path, tmp_path: Path, command: str
) -> None:
    out = tmp_path / target(command)
    out.write_bytes(BEFORE)
    run("standings", tmp_path / "first.csv", book)

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))

    done = subprocess.run(
        [*COMMAND, *typed(command, out), "--force"],
        capture_output=True, preexec_fn=small, check=False,
        env=os.environ | {"REFEREE_DB": str(book), "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert b"cannot be written" in done.stderr
    assert out.read_bytes() == BEFORE
    assert not [one for one in tmp_path.iterdir() if "unfinished" in one.name]
