"""Output on terminals of every kind: narrow, without accents, without colour."""

import re
from pathlib import Path

import pytest

from tests.cli.running import process, referee

SAMPLES = Path(__file__).parents[2] / "sample_games"
QUARREL = SAMPLES / "priority-quarrel.jsonl"
HIDDEN = SAMPLES / "all-hands-hidden.jsonl"

COMMANDS = [
    ("check", QUARREL),
    ("check", SAMPLES / "dimes-eleven-rounds.jsonl"),
    ("rule", QUARREL, "--event", "39", "--full"),
    ("rule", QUARREL),
    ("whatif", QUARREL, "--without", "39"),
    ("whatif", "--which", SAMPLES / "every-bonus.jsonl"),
    ("knows", QUARREL, "--event", "12"),
    ("ask", HIDDEN),
    ("replay", HIDDEN, "--event", "12"),
    ("check", "--summary", "--jobs", "1", QUARREL, HIDDEN),
    ("rules", "golf"),
    ("demo", "--list"),
    ("--help",),
]


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_lines_fit_and_end_where_their_text_ends(words: tuple[object, ...], columns: int) -> None:
    told = referee(*words, COLUMNS=str(columns)).stdout.decode()
    paths = (str(SAMPLES)[:columns], "==")
    lines = [line for line in told.split("\n") if not line.startswith(paths)]
    assert [line for line in lines if len(line) > columns] == []
    assert [line for line in lines if line != line.rstrip()] == []


@pytest.mark.parametrize(("language", "aces"), [("en", "Ac Ad Ah As"), ("es", "Af Ao Ac An")])
def test_without_accents_names_and_cards_can_still_be_read(language: str, aces: str) -> None:
    done = process("check", QUARREL, "--lang", language, encoding="ascii")
    told = done.stdout.decode("ascii")
    assert "Yo la pedi primero!" in told
    assert "Ramon" in told
    assert aces in told
    # no letter was replaced by a question mark
    assert not re.search(r"\w\?\w", told)


@pytest.mark.parametrize("words", [("--version",), ("--help",), ("new", "--help"), ("frobnicate",)])
def test_what_click_prints_is_as_plain_as_the_rest(words: tuple[str, ...]) -> None:
    done = referee(*words, "--lang", "es", encoding="ascii")
    assert (done.stdout + done.stderr).isascii()
