"""Writers take turns, and none waits forever."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.store import BookBusy, SQLiteBook
from referee.store.write_lock import WriteLock
from tests.store.books import all_at_once, begun, knock

HOLDER = """
import sys
from pathlib import Path
from referee.store.write_lock import WriteLock
lock, book = map(Path, sys.argv[1:])
with WriteLock(lock, book).held():
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def place(tmp_path: Path) -> tuple[Path, Path]:
    begun(tmp_path / "book.db").close()
    return tmp_path / "book.db-lock", tmp_path / "book.db"


def holder(place: tuple[Path, Path]) -> subprocess.Popen[str]:
    """Start a program that holds the lock until its input ends."""
    program = subprocess.Popen(
        [sys.executable, "-c", HOLDER, *map(str, place)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "held\n"
    return program


@pytest.mark.skipif(os.name != "posix", reason="stops a program with a signal")
def test_a_holder_that_was_stopped_is_named_and_not_waited_for(place: tuple[Path, Path]) -> None:
    program = holder(place)
    program.send_signal(signal.SIGSTOP)
    write_lock = WriteLock(*place, patience=0.05)
    for _ in range(3):
        with pytest.raises(BookBusy, match=rf"\(process {program.pid}\) .* end that program"):
            write_lock.held().__enter__()
    program.send_signal(signal.SIGCONT)
    program.communicate("")
    patient = WriteLock(*place)
    with patient.held():
        pass
    write_lock.close()
    patient.close()


def test_who_gave_up_does_not_take_the_turn_of_another(place: tuple[Path, Path]) -> None:
    program = holder(place)
    hasty = WriteLock(*place, patience=0.01)
    with pytest.raises(BookBusy):
        hasty.held().__enter__()
    program.communicate("")
    with SQLiteBook(place[1]) as book:
        assert book.append("friday", [knock(5)]).last == 5
    hasty.close()


def test_threads_of_one_program_do_not_wait_for_ever_either(place: tuple[Path, Path]) -> None:
    write_lock = WriteLock(*place, patience=0.05)

    def come(_number: int) -> None:
        with pytest.raises(BookBusy):
            write_lock.held().__enter__()

    with write_lock.held():
        all_at_once(come, 4)
    write_lock.close()
