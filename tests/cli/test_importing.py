"""``referee book import``: folders of logs go into the record book, and what cannot is named."""

from __future__ import annotations

import cProfile
import json
import os
import pstats
import pty
import shutil
import subprocess
from pathlib import Path

import pytest

from referee.season import Figures
from referee.store import Entry, SQLiteBook
from referee.store.persons import persons_of
from tests.cli.running import COMMAND, Done, referee

SAMPLES = Path(__file__).parents[2] / "sample_games"
QUARREL, CLEAN = SAMPLES / "priority-quarrel.jsonl", SAMPLES / "clean-evening.jsonl"

SHEET = "desmoche\nplayers Ana, Beto*\nhand bet 5\n"


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """A folder with three logs, one of them written as a text file, a broken one, and notes."""
    folder = tmp_path / "logs"
    (folder / "june").mkdir(parents=True)
    shutil.copy(QUARREL, folder / "a-quarrel.jsonl")
    (folder / "b-broken.jsonl").write_text('{"type": "gme"}\n', encoding="utf-8")
    shutil.copy(CLEAN, folder / "june" / "clean.log")
    (folder / "june" / "sheet.txt").write_text(SHEET, encoding="utf-8")
    (folder / "notes.txt").write_text("Beto brings the beer.\n", encoding="utf-8")
    return folder


def games(book: Path) -> list[str]:
    """The names of the games in a book."""
    return [one["name"] for one in json.loads(referee("book", "list", "--json", book=book).stdout)]


def said(done: Done) -> tuple[str, str]:
    """Return what a command says on standard output and on standard error."""
    return done.stdout.decode(), " ".join(done.stderr.decode().split())


def test_a_folder_goes_in_and_what_is_left_out_is_named(logs: Path, tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    done = referee("book", "import", logs, book=book)
    kept, left_out = said(done)
    assert done.returncode == 3
    assert games(book) == ["a-quarrel", "clean", "sheet"]
    assert [line.partition(":")[0] for line in kept.splitlines()] == games(book)
    assert "b-broken.jsonl, line 1" in left_out
    assert "not a log: " in left_out
    assert "notes.txt" in left_out
    again = referee("book", "import", logs, book=book)
    assert again.stdout.count(b"nothing new") == 3


def test_notes_beside_the_logs_are_no_failure(logs: Path, tmp_path: Path) -> None:
    (logs / "b-broken.jsonl").unlink()
    assert referee("book", "import", logs, book=tmp_path / "book.db").returncode == 0


def test_a_log_that_contradicts_its_game_keeps_no_other_out(logs: Path, tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    changed = tmp_path / "a-quarrel.jsonl"
    changed.write_bytes(b"".join(QUARREL.read_bytes().splitlines(keepends=True)[:-2]))
    assert referee("book", "import", QUARREL, "--name", "clean", book=book).returncode == 0
    done = referee(
        "book", "import", logs / "june" / "clean.log", changed, "bad name.d/x!.jsonl", book=book
    )
    assert done.returncode == 2
    assert games(book) == ["clean", "a-quarrel"]
    left_out = said(done)[1]
    assert 'has a game "clean" already' in left_out
    assert "Say with --name" in left_out


def test_in_json_each_log_has_a_line(logs: Path, tmp_path: Path) -> None:
    done = referee("book", "import", logs, "--json", book=tmp_path / "book.db")
    told = list(map(json.loads, done.stdout.splitlines()))
    assert [one["game"] for one in told if "game" in one] == ["a-quarrel", "clean", "sheet"]
    assert [one["error"]["file"] for one in told if "error" in one] == [
        str(logs / "b-broken.jsonl")
    ]


def test_one_name_is_for_one_log(logs: Path, tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    assert referee("book", "import", logs, "--name", "friday", book=book).returncode == 2
    assert not book.exists()
    assert referee("book", "import", logs / "june", "--name", "friday", book=book).returncode == 2


def test_on_a_terminal_a_line_shows_how_far_it_is(logs: Path, tmp_path: Path) -> None:
    shows, writes = pty.openpty()
    done = subprocess.run(
        [*COMMAND, "book", "import", str(logs / "june")], stdout=subprocess.PIPE, stderr=writes,
        env=os.environ | {"REFEREE_DB": str(tmp_path / "book.db"), "TERM": "xterm"}, check=True,
    )  # fmt: skip
    os.close(writes)
    told = b""
    while b"2/2" not in told:
        told += os.read(shows, 100_000)
    os.close(shows)
    assert b"importing" in told
    assert done.stdout.count(b"new events") == 2


def test_a_game_goes_into_a_large_book_in_as_many_steps_as_into_a_small_one(
    tmp_path: Path,
) -> None:
    def steps(others: int) -> int:
        book = tmp_path / f"book-{others}.db"
        with SQLiteBook(book) as kept:
            for number in range(others):
                opening = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
                kept.open_game(f"evening-{number:04}", [Entry.of(opening)])
        profile = cProfile.Profile()
        with profile:
            assert (
                referee("book", "import", QUARREL, "--name", "evening-x", book=book).returncode == 0
            )
        return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]

    steps(1)
    assert steps(400) < steps(4) * 1.05


def test_an_import_of_many_logs_leaves_the_season_nothing_to_judge(
    logs: Path, tmp_path: Path
) -> None:
    book = tmp_path / "book.db"
    referee("book", "import", logs, book=book)
    with SQLiteBook(book, writable=False) as kept:
        assert Figures.of(kept).news(kept) == []
        assert not persons_of(kept).names()


def test_many_evenings_are_judged_by_several_processes_as_by_one(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
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
    (tmp_path / "book.db-season").unlink()
    with SQLiteBook(book, writable=False) as kept:
        Figures.of(kept).keep_up(kept)
    assert referee("standings", "--json", book=book).stdout == told.stdout
