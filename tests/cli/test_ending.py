"""Every end of a command has its exit status, and never a traceback."""

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from tomllib import loads

import pytest
from packaging.requirements import Requirement

from tests.cli.running import COMMAND
from tests.depth import seeds

ROOT = Path(__file__).parents[2]
CLEAN = ROOT / "sample_games" / "clean-evening.jsonl"
QUARREL = ROOT / "sample_games" / "priority-quarrel.jsonl"

PROJECT = loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

START = """
from referee_cli.start import start
start()
"""

WHILE_LOADING = """
import sys

class Broken:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise {problem}

sys.meta_path.insert(0, Broken())
"""

AT_A_CALL = """
import sys
from _thread import interrupt_main

left = {calls}

def count(*_):
    global left
    left -= 1
    if left == 0:
        interrupt_main()

sys.setprofile(count)
"""
"""Interrupts the program at the call with this number, as a key press may."""

CALLS = 200_000
"""The approximate number of calls in judging a short log, imports included."""

NEEDING = {
    "psycopg": ["book", "list", "--db", "postgresql://127.0.0.1/book"],
    "fpdf": ["export", "--as", "report", QUARREL, "out.pdf"],
    "uharfbuzz": ["export", "--as", "report", QUARREL, "out.pdf"],
    "xlsxwriter": ["export", "--as", "scorecard", QUARREL, "out.xlsx"],
    "openpyxl": ["book", "import", "scores.xlsx", "--game", "golf"],
    "pyarrow": ["check", "--summary", QUARREL, "--out", "archive"],
    "fsspec": ["check", "memory://club/friday.jsonl"],
    "distributed": ["check", "--summary", QUARREL, "--on", "dask://127.0.0.1:1"],
}
"""Commands by the module that only they need."""


def broken(code: str, *words: object, folder: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process that does this first."""
    return subprocess.run(
        [sys.executable, "-c", code + START, *map(str, words)],
        cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("module", NEEDING)
def test_a_command_without_its_package_says_how_to_install_it(module: str, tmp_path: Path) -> None:
    blocked = f"import sys; sys.modules[{module!r}] = None"
    (tmp_path / "scores.xlsx").write_bytes(b"PK")
    done = broken(blocked, *NEEDING[module], folder=tmp_path)
    assert done.returncode in (2, 3), done.stderr
    (install,) = re.findall(r"pip install (.+)", done.stderr.decode())
    named = {Requirement(word).name for word in shlex.split(install)}
    offered = [Requirement(one) for few in PROJECT["optional-dependencies"].values() for one in few]
    assert named <= {one.name for one in offered}
    assert PROJECT["name"] not in named


@pytest.mark.parametrize(
    "words", [("rules",), ("--help",), ("replay", "--json", CLEAN)], ids=lambda words: words[0]
)
def test_who_reads_no_more_ends_a_command_quietly(words: tuple[object, ...]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    with os.fdopen(writes, "wb") as pipe:
        done = subprocess.run(
            [*COMMAND, *map(str, words)], stdout=pipe, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_said_in_a_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "check", str(CLEAN)], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert b"cannot be printed" in done.stderr
    assert b"Traceback" not in done.stderr


def test_an_interrupt_ends_a_command_that_waits() -> None:
    waiting = subprocess.Popen(
        [*COMMAND, "check", "--json", str(CLEAN), "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        # a program that starts the tests in the background makes them ignore interrupts
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert waiting.stdout is not None
    # it has judged the first log, and waits for the second one
    assert waiting.stdout.readline().startswith(b'{"format"')
    waiting.send_signal(signal.SIGINT)
    _printed, told = waiting.communicate()
    assert (waiting.returncode, told.strip()) == (130, b"")


@pytest.mark.parametrize(
    "module", ["click", "referee_cli.language", "referee_cli.check", "rich.console"]
)
@pytest.mark.parametrize("problem", ["KeyboardInterrupt", "RuntimeError from KeyboardInterrupt()"])
def test_an_interrupt_while_it_loads_is_an_interrupt(module: str, problem: str) -> None:
    done = broken(WHILE_LOADING.format(module=module, problem=problem), "check", CLEAN)
    assert (done.returncode, done.stderr.strip()) == (130, b"")


@pytest.mark.parametrize(("module", "place"), [("click", b""), ("referee_cli.check", b"line 7")])
def test_a_fault_of_the_program_is_one_sentence(module: str, place: bytes) -> None:
    fault = WHILE_LOADING.format(module=module, problem="RuntimeError('the door is shut')")
    done = broken(fault, "check", CLEAN)
    assert done.returncode == 70
    (line,) = done.stderr.splitlines()
    assert b"the door is shut" in line
    assert place in line


@pytest.mark.parametrize("seed", seeds(60, 3))
def test_an_interrupt_at_any_moment_is_an_interrupt(seed: int) -> None:
    calls = Random(seed).randrange(CALLS)
    done = broken(AT_A_CALL.format(calls=calls), "check", CLEAN)
    assert done.returncode in (130, 0), done.stderr.decode()
    assert done.stderr.strip() == b""
