"""Every end of a command has its exit status, and never a traceback."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.cli.running import COMMAND, process
from tests.depth import seeds

CLEAN = Path(__file__).parents[2] / "sample_games" / "clean-evening.jsonl"

WHILE_LOADING = """
import sys

class Broken:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise {problem}

sys.meta_path.insert(0, Broken())
from referee_cli.start import start
start()
"""

AT_A_CALL = """
import sys
from _thread import interrupt_main
from referee_cli.start import start

left = {calls}

def count(*_):
    global left
    left -= 1
    if left == 0:
        interrupt_main()

sys.setprofile(count)
start()
"""
"""Interrupts the program at the call with this number, as a key press may."""

CALLS = 200_000
"""The approximate number of calls in judging a short log, imports included."""


def python(code: str, *words: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, words)],
        capture_output=True, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip


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
    assert waiting.returncode == 130
    assert told.strip() == b""


@pytest.mark.parametrize(
    "module", ["click", "referee_cli.language", "referee_cli.check", "rich.console"]
)
@pytest.mark.parametrize("problem", ["KeyboardInterrupt", "RuntimeError from KeyboardInterrupt()"])
def test_an_interrupt_while_it_loads_is_an_interrupt(module: str, problem: str) -> None:
    done = python(WHILE_LOADING.format(module=module, problem=problem), "check", CLEAN)
    assert (done.returncode, done.stderr.strip()) == (130, b"")


@pytest.mark.parametrize(("module", "place"), [("click", b""), ("referee_cli.check", b"line 7")])
def test_a_fault_of_the_program_is_one_sentence(module: str, place: bytes) -> None:
    broken = WHILE_LOADING.format(module=module, problem="RuntimeError('the door is shut')")
    done = python(broken, "check", CLEAN)
    assert done.returncode == 70
    assert b"the door is shut" in done.stderr
    assert place in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("seed", seeds(60, 3))
def test_an_interrupt_at_any_moment_is_an_interrupt(seed: int) -> None:
    calls = Random(seed).randrange(CALLS)
    done = python(AT_A_CALL.format(calls=calls), "check", CLEAN)
    assert done.returncode in (130, 0), done.stderr.decode()
    assert done.stderr.strip() == b""


def test_the_command_is_a_module_too() -> None:
    assert b"referee, version" in process("--version").stdout


def test_no_home_is_no_fault(tmp_path: Path) -> None:
    nowhere = {"HOME": str(tmp_path / "none"), "XDG_DATA_HOME": "", "REFEREE_DB": ""}
    assert process("check", CLEAN, **nowhere).returncode == 0
    done = process("book", "list", **nowhere)
    assert done.returncode == 3
    assert b"Name a file with --db" in done.stderr
