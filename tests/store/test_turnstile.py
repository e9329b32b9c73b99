"""Writers go one after the other, and nobody waits for ever."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from referee.store import BookBusy, SQLiteBook
from referee.store.turnstile import Turnstile
from tests.store.books import begun, knock

HOLDER = """
import sys
from pathlib import Path
from referee.store.turnstile import Turnstile
lock, book = map(Path, sys.argv[1:])
with Turnstile(lock, book).passed():
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def place(tmp_path: Path) -> tuple[Path, Path]:
    begun(tmp_path / "book.db").close()
    return tmp_path / "book.db-lock", tmp_path / "book.db"


def holder(place: tuple[Path, Path]) -> subprocess.Popen[str]:
    """A program that holds the lock until its input ends."""
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
    turnstile = Turnstile(*place, patience=0.05)
    for _ in range(3):
        with pytest.raises(BookBusy, match=rf"\(process {program.pid}\) .* end that program"):
            turnstile.passed().__enter__()
    program.send_signal(signal.SIGCONT)
    program.communicate("")
    patient = Turnstile(*place)
    with patient.passed():
        pass
    turnstile.close()
    patient.close()


def test_who_gave_up_does_not_take_the_turn_of_another(place: tuple[Path, Path]) -> None:
    program = holder(place)
    hasty = Turnstile(*place, patience=0.01)
    with pytest.raises(BookBusy):
        hasty.passed().__enter__()
    program.communicate("")
    with SQLiteBook(place[1]) as book:
        assert book.append("friday", [knock(5)]).last == 5
    hasty.close()


def test_threads_of_one_program_do_not_wait_for_ever_either(place: tuple[Path, Path]) -> None:
    turnstile = Turnstile(*place, patience=0.05)
    found: list[Exception] = []

    def come() -> None:
        try:
            with turnstile.passed():
                pass
        except BookBusy as problem:
            found.append(problem)

    with turnstile.passed():
        threads = [Thread(target=come) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(found) == 4
    turnstile.close()


def test_writers_that_wait_are_all_let_through(place: tuple[Path, Path]) -> None:
    order: list[int] = []

    def come(number: int) -> None:
        turnstile = Turnstile(*place)
        for _ in range(20):
            with turnstile.passed():
                order.append(number)
        turnstile.close()

    threads = [Thread(target=come, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(order) == sorted(list(range(4)) * 20)
