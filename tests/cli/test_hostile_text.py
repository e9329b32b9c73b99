"""A log from an opponent cannot control the terminal or forge a line, and a game that cannot be
read stops no command."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import commands, referee
from tests.store.damaged import DAMAGES, damaged

FORGED = "1. Ana had it all along."
HOSTILE = f"a\n{FORGED}\r\x1b[2J\x9b1A\b \u202eeipseid\u2066 {chr(0x200B)}"
MARKS = ("\x1b", "\x9b", "\b", "\r", "\u202e", "\u2066", "\u200b")


def evening() -> list[dict[str, Any]]:
    """Return an evening with hostile text in every field that takes text."""
    told = {"note": HOSTILE, "scribe": " Eva\u200b"}
    return [
        {
            "type": "game", "game": "desmoche", "players": ["Ana", "Beto"], "title": HOSTILE,
            "place": HOSTILE, "date": "2026-11-21", "unit": HOSTILE[:20], "x_pen": HOSTILE, **told,
        },
        {"type": "hand", "dealer": "Beto", "bet": 5, "agreed_by": ["Ana\u200b", " Beto"], **told},
        {"type": "deal", "hands": {}, **told},
        {"type": "cambio", "player": "Ana", "card": "??"},
        {"type": "cambio", "player": "Beto", "card": "??"},
        {"type": "draw", "player": "Ana\u2066", "card": "7h", **told},
        {"type": "meld", "player": "Beto", "cards": ["7h", "8h", "9h"], **told},
        {"type": "pay", "player": "Beto", "card": "Kc"},
        {"type": "offence", "player": "Ana", "kind": "other", "by": "Beto", **told},
        {"type": "dispute", "by": "Ana", "event": 7, "text": HOSTILE},
        {"type": "ruling", "dispute": 10, "decision": "dismissed", "text": HOSTILE},
        {"type": "correct", "event": 6, "with": {"type": "draw", "player": "Ana", "card": "6h",
                                                 "note": HOSTILE}, "why": HOSTILE},
        {"type": "insert", "before": 8, "event": {"type": "note", "note": HOSTILE}, "why": HOSTILE},
        {"type": "disqualify", "player": "Ana", "event": 9, "why": HOSTILE},
        {"type": "end", "why": HOSTILE},
        {"type": "note", "note": HOSTILE},
        {"type": "dispute", "by": f"Nobody {chr(0x202E)}", "event": 9, "text": HOSTILE},
    ]  # fmt: skip


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "evening.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in evening()), encoding="utf-8")
    return path


@pytest.fixture
def book(tmp_path: Path, log: Path) -> Path:
    path = tmp_path / "book.db"
    assert referee("book", "import", log, book=path).returncode == 0
    return path


def is_harmless(printed: bytes) -> bool:
    text = printed.decode()
    lines = [line.strip() for line in text.split("\n")]
    return not any(mark in text for mark in MARKS) and FORGED not in lines


@pytest.mark.parametrize("words", commands("a hostile log"), ids=" ".join)
def test_nothing_of_a_hostile_log_reaches_the_terminal(book: Path, words: list[str]) -> None:
    done = referee(*words, book=book, stdin=b"table\ncall\n?\nundo\n")
    assert done.stdout or done.stderr
    assert is_harmless(done.stdout)
    assert is_harmless(done.stderr)


@pytest.mark.parametrize("command", [("check",), ("check", "--summary"), ("replay",)])
def test_nor_does_the_name_of_a_file(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / f"a\n{FORGED}\x1b[2J.jsonl"
    path.write_text('{"type": "game", "gme": "desmoche"}\n', encoding="utf-8")
    done = referee(*command, path, path)
    assert is_harmless(done.stdout)
    assert is_harmless(done.stderr)


@pytest.mark.parametrize("face", ["jsonl", "sheet"])
def test_what_cannot_be_seen_is_kept_on_every_way(log: Path, tmp_path: Path, face: str) -> None:
    book, other = tmp_path / "one.db", tmp_path / "other.db"
    out = tmp_path / f"out.{face}"
    assert referee("book", "import", log, "--name", "friday", book=book).returncode == 0
    assert referee("export", "friday", out, book=book).returncode == 0
    assert referee("book", "import", out, "--name", "friday", book=other).returncode == 0
    first, second = (referee("export", "friday", book=one).stdout for one in (book, other))
    lines = [json.loads(line) for line in first.splitlines()]
    assert lines == [json.loads(line) for line in second.splitlines()]
    assert HOSTILE in [line.get("note") for line in lines]


@pytest.mark.parametrize("act", DAMAGES.values(), ids=DAMAGES)
def test_no_command_stumbles_over_a_damaged_game_or_its_book(tmp_path: Path, act: str) -> None:
    book = damaged(tmp_path / "book.db", act)
    for words in commands("a damaged game"):
        done = referee(*words, book=book)
        assert done.returncode in (0, 1, 2, 3, 4), words
        said = done.stdout + done.stderr
        assert said or "links" in words
        assert b"\x1b" not in said
        assert b"Traceback" not in said
    assert b"saturday" in referee("book", "list", book=book).stdout
    listed = json.loads(referee("book", "list", "--json", book=book).stdout)
    assert listed[1]["players"] == ["Ana", "Beto"]
    assert listed[1]["problem"] is None
    assert referee("check", "saturday", book=book).returncode == 0
    assert referee("add", "saturday", "Ana 7h", book=book).returncode == 0
    whole = referee("book", "verify", book=book)
    assert whole.returncode == 4
    assert b"saturday: unchanged, 4 events" in whole.stdout
