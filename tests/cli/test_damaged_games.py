"""A game that cannot be read is reported in a sentence, and the other games still work."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import commands, referee
from tests.store.damaged import DAMAGES, damaged

COMMANDS = commands("a damaged game")


@pytest.mark.parametrize("act", DAMAGES.values(), ids=DAMAGES)
def test_no_command_stumbles_over_a_damaged_game(tmp_path: Path, act: str) -> None:
    book = damaged(tmp_path / "book.db", act)
    for words in COMMANDS:
        done = referee(*words, book=book)
        assert done.returncode in (0, 1, 2, 3, 4), words
        said = done.stdout + done.stderr
        assert said or "links" in words
        assert b"\x1b" not in said
        assert b"Traceback" not in said


@pytest.mark.parametrize("act", DAMAGES.values(), ids=DAMAGES)
def test_the_other_games_are_listed_and_read(tmp_path: Path, act: str) -> None:
    book = damaged(tmp_path / "book.db", act)
    assert b"saturday" in referee("book", "list", book=book).stdout
    listed = json.loads(referee("book", "list", "--json", book=book).stdout)
    assert listed[1]["players"] == ["Ana", "Beto"]
    assert listed[1]["problem"] is None
    assert referee("check", "saturday", book=book).returncode == 0
    assert referee("add", "saturday", "Ana 7h", book=book).returncode == 0
    whole = referee("book", "verify", book=book)
    assert whole.returncode == 4
    assert b"saturday: unchanged, 4 events" in whole.stdout


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    book = damaged(tmp_path / "book.db", DAMAGES["another format"])
    done = referee("book", "show", "friday", book=book)
    assert done.returncode == 3
    assert done.stderr.decode() == (
        'Error: The game "friday" cannot be read here: it is written in format 7, and this program '
        "reads formats up to 1. Its lines are printed by: referee export friday\n"
    )
    assert b"(not known to this program)" in referee("book", "list", book=book).stdout
    assert len(referee("export", "friday", book=book).stdout.splitlines()) == 3


def test_what_is_whole_of_a_damaged_game_is_exported_with_its_numbers(tmp_path: Path) -> None:
    book = damaged(tmp_path / "book.db", DAMAGES["no UTF-8"])
    done = referee("export", "friday", book=book)
    assert done.returncode == 3
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["type"] for line in lines] == ["game", "gap", "note"]
    assert b"a gap replaces each: 2" in done.stderr
    assert b"(damaged)" not in referee("book", "list", book=book).stdout
    problem = b'Event 2 of "friday" cannot be read here: it is not JSON in UTF-8.'
    assert problem in referee("book", "show", "friday", book=book).stderr
