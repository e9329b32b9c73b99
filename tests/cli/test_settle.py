"""``referee settle``: an evening is closed once, and only where it can be."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from referee_schemas.reading import read_log

from tests.cli.running import COMMAND, Done, referee
from tests.depth import only_deep

pty = pytest.importorskip("pty", reason="needs pseudo-terminals")

SAMPLES = Path(__file__).parents[2] / "sample_games"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book with an evening of which no payment was written down."""
    log = tmp_path / "friday.jsonl"
    lines = [one for one in read_log(SAMPLES / "clean-evening.jsonl") if one["type"] != "payment"]
    log.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert referee("book", "import", log, book=tmp_path / "book.db").returncode == 0
    return tmp_path / "book.db"


def owed(book: Path) -> list[dict[str, object]]:
    """Return what is still owed on Friday."""
    report = json.loads(referee("check", "friday", "--json", book=book).stdout)
    still_owed: list[dict[str, object]] = report["account"]["still_owed"]
    return still_owed


def refused(done: Done) -> str:
    """Return what a command says that did nothing."""
    assert done.returncode == 2
    return " ".join(done.stderr.decode().split())


def test_settling_writes_what_is_owed_and_then_nobody_owes_anything(book: Path) -> None:
    before = owed(book)
    told = referee("settle", "friday", "--yes", book=book).stdout.decode()
    assert before
    assert all(f"{one['from']} pays {one['to']} {one['amount']}." in told for one in before)
    assert owed(book) == []


@pytest.mark.parametrize("game", ["desmoche", only_deep("conquien"), only_deep("dimes")])
def test_what_settle_writes_settles_and_is_not_wrong(tmp_path: Path, game: str) -> None:
    book, folder = tmp_path / "book.db", tmp_path / "logs"
    assert referee("simulate", folder, "--game", game, "--hands", 45).returncode == 0
    for log in sorted(folder.iterdir()):
        lines = [one for one in read_log(log) if one["type"] != "payment"]
        log.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        assert referee("book", "import", log, book=book).returncode == 0
        assert referee("settle", log.stem, "--yes", book=book).returncode == 0
        report = json.loads(referee("check", log.stem, "--json", book=book).stdout)
        assert report["account"]["payments"] or not any(report["totals"].values())
        assert report["account"]["still_owed"] == []
        assert [one for one in report["findings"] if one["rule"] == "payment.wrong"] == []


def test_settling_again_writes_nothing(book: Path) -> None:
    referee("settle", "friday", "--yes", book=book)
    lines = referee("export", "friday", book=book).stdout
    again = referee("settle", "friday", "--yes", book=book)
    assert (again.returncode, again.stdout) == (0, b"Nobody owes anything: nothing was written.\n")
    answer = json.loads(referee("settle", "friday", "--yes", "--json", book=book).stdout)
    assert answer == {"game": "friday", "payments": []}
    assert referee("export", "friday", book=book).stdout == lines


def test_settling_keeps_the_findings_as_they_were(book: Path) -> None:
    before = referee("check", "friday", book=book).returncode
    referee("settle", "friday", "--yes", book=book)
    assert referee("check", "friday", book=book).returncode == before


def test_nothing_is_written_where_nobody_can_be_asked(book: Path) -> None:
    assert "Add --yes" in refused(referee("settle", "friday", book=book))
    assert owed(book)


def test_a_hand_in_play_is_ended_first(book: Path) -> None:
    referee("add", "friday", "hand bet 5", book=book)
    assert "is not over" in refused(referee("settle", "friday", "--yes", book=book))


def test_a_game_without_money_has_nothing_to_settle(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    referee("book", "import", SAMPLES / "golf-clean-game.jsonl", book=book)
    done = referee("settle", "golf-clean-game", "--yes", book=book)
    assert "without money" in refused(done)


@pytest.mark.parametrize(("answer", "lang", "written"), [("sí", "es", True), ("", "en", False)])
def test_at_a_terminal_the_table_is_asked(
    book: Path, answer: str, lang: str, written: bool
) -> None:
    ours, theirs = pty.openpty()
    os.write(ours, f"{answer}\n".encode())
    command = [*COMMAND, "settle", "friday", "--lang", lang]
    done = subprocess.run(
        command, stdin=theirs, stdout=theirs, env=os.environ | {"REFEREE_DB": str(book)}, check=True
    )
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 0
    assert (owed(book) == []) is written
