"""The record book on the command line: where a terminal, other processes or many games matter."""

import cProfile
import json
import os
import pstats
import shlex
import shutil
from pathlib import Path

import pexpect
import pytest
from referee_schemas.reading import read_log

from referee.season import Figures
from referee.store import Entry, SQLiteBook
from referee.store.persons import persons_of
from tests.cli.running import COMMAND, referee
from tests.depth import only_deep

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


@pytest.mark.deep
def test_many_evenings_are_judged_by_several_processes_as_by_one(book: Path) -> None:
    hand = ["8c", "8d", "8h", "8s", "Kc", "Qs", "Jh", "6s", "4c"]
    with SQLiteBook(book) as kept:
        for number in range(250):
            winner, loser = [("Ana", "Beto"), ("Carla", "Ana")][number % 2]
            evening = [
                {"type": "game", "game": "desmoche", "players": [winner, loser]},
                {"type": "hand", "dealer": loser, "bet": 1 + number},
                {"type": "deal", "hands": {winner: hand, loser: 9}},
                {"type": "declare", "player": winner, "win": "cuatro_cuerpos"},
            ]
            kept.open_game(f"evening-{number}", [Entry.of(event) for event in evening])
    told = referee("standings", "--json", book=book)
    assert told.returncode == 0
    book.with_name("book.db-season").unlink()
    with SQLiteBook(book, writable=False) as kept:
        Figures(kept).keep_up(kept)
    assert referee("standings", "--json", book=book).stdout == told.stdout


@pytest.mark.parametrize("game", ["desmoche", only_deep("conquien"), only_deep("dimes")])
def test_what_settle_writes_settles_and_is_not_wrong(tmp_path: Path, book: Path, game: str) -> None:
    assert referee("simulate", tmp_path / "logs", "--game", game, "--hands", 45).returncode == 0
    for log in sorted((tmp_path / "logs").iterdir()):
        unpaid = [one for one in read_log(log) if one["type"] != "payment"]
        log.write_text("\n".join(map(json.dumps, unpaid)), encoding="utf-8")
        referee("book", "import", log, book=book)
        before = referee("check", log.stem, book=book).returncode
        assert referee("settle", log.stem, "--yes", book=book).returncode == 0
        done = referee("check", log.stem, "--json", book=book)
        assert done.returncode == before
        report = json.loads(done.stdout)
        assert report["account"]["payments"] or not any(report["totals"].values())
        assert report["account"]["still_owed"] == []
        assert [one for one in report["findings"] if one["rule"] == "payment.wrong"] == []
