"""The record book on the command line: where a terminal or many games matter."""

import cProfile
import os
import pstats
import shlex
import shutil
from pathlib import Path

import pexpect
import pytest

from referee.season import Figures
from referee.store import Entry, SQLiteBook
from referee.store.persons import persons_of
from tests.cli.running import COMMAND, referee

SAMPLES = Path(__file__).parents[2] / "sample_games"
QUARREL, CLEAN = SAMPLES / "priority-quarrel.jsonl", SAMPLES / "clean-evening.jsonl"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return tmp_path / "book.db"


def test_an_import_shows_on_a_terminal_how_far_it_is_and_leaves_the_season_nothing_to_judge(
    tmp_path: Path, book: Path
) -> None:
    (tmp_path / "logs").mkdir()
    for log in (QUARREL, CLEAN):
        shutil.copy(log, tmp_path / "logs")
    command = shlex.join([*COMMAND, "book", "import", str(tmp_path / "logs")])
    told = pexpect.run(command, env=os.environ | {"REFEREE_DB": str(book), "TERM": "xterm"})
    assert b"importing" in told
    assert b"2/2" in told
    assert told.count(b"new events") == 2
    with SQLiteBook(book, writable=False) as kept:
        assert Figures(kept).news(kept) == []
        assert not persons_of(kept).names()


def test_a_game_goes_into_a_large_book_in_as_many_steps_as_into_a_small_one(
    tmp_path: Path,
) -> None:
    def steps(others: int) -> int:
        book = tmp_path / f"book-{others}.db"
        opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
        with SQLiteBook(book) as kept:
            for number in range(others):
                kept.open_game(f"evening-{number:04}", [Entry.of(opening)])
        profile = cProfile.Profile()
        with profile:
            done = referee("book", "import", QUARREL, "--name", "evening-x", book=book)
        assert done.returncode == 0
        return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]

    steps(1)
    assert steps(400) < steps(4) * 1.05
