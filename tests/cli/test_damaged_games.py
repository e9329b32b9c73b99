"""A game that cannot be read is reported in a sentence, and the other games still work."""

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
