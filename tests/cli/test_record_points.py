"""The score grid in a terminal: a row of numbers for each hand, and few keys for an evening."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import process, referee
from tests.cli.test_record import Terminal
from tests.depth import only_deep

pytest.importorskip("pty", reason="needs pseudo-terminals")

MOST_KEYS = 120
"""For a whole evening with four players, Enter and all."""

EVENINGS = {
    "dimes": ("24 0 12 6", "0 18 6 30", "36 12 0 24") * 3 + ("24 0 12 6", "60 30 0 90"),
    "dam": ("25 0* 40 15", "0 35 10 20") * 5,
    "golf": ("12 4 20 8", "3 17 9 21", "0 6 13 8", "11 9 15 2", "7 7 24 10") + ("5 12 8 16",) * 4,
}
"""The rows of an evening as they are typed."""


def opened(book: Path, game: str, players: str = "Ana, Beto, Carla, Mayra") -> Path:
    """A table that writes points."""
    referee("new", "friday", "--game", game, "--players", players, "--detail", "points", book=book)
    return book


def written(book: Path, *rows: str) -> list[dict[str, Any]]:
    """The lines of a table of golf behind its opening, after these lines of a conversation."""
    opened(book, "golf", "Ana, Beto, Carla")
    process("record", "friday", stdin="\n".join(rows).encode(), book=book)
    lines: list[dict[str, Any]] = json.loads(
        referee("book", "show", "friday", "--json", book=book).stdout
    )["lines"]
    return lines[1:]


@pytest.mark.parametrize("game", ["golf", only_deep("dimes"), only_deep("dam")])
def test_an_evening_of_four_players_takes_few_keys(tmp_path: Path, game: str) -> None:
    terminal = Terminal(opened(tmp_path / "book.db", game), "record", "friday")
    keys = 0
    for row in EVENINGS[game]:
        terminal.answer("> ", row)
        keys += len(row) + 1
    told = terminal.answer("> ", "quit")
    assert "has won the game." in told
    assert "!" not in told
    terminal.end()
    scores = [line for line in terminal.lines() if line["type"] == "score"]
    assert len(scores) == len(EVENINGS[game])
    assert keys <= MOST_KEYS


def test_the_prompt_says_what_the_hand_plays_for_and_the_grid_has_the_sums(tmp_path: Path) -> None:
    terminal = Terminal(opened(tmp_path / "book.db", "golf", "Ana, Beto"), "record", "friday")
    terminal.answer("Hole 1> ", "12 4")
    told = terminal.answer("Hole 2> ", "3 9")
    assert "1       12 12   4 4" in told
    told = terminal.answer("Hole 3> ", "quit")
    assert "in all     15   13*" in told


def test_a_star_marks_who_ended_the_hand_and_a_sum_is_added(tmp_path: Path) -> None:
    hand, score = written(tmp_path / "book.db", "12 4* 1+2+3")
    assert hand["dealer"] == "Carla"
    assert score["points"] == {"Ana": 12, "Beto": 4, "Carla": 6}
    assert score["out"] == "Beto"


def test_a_player_may_be_left_out(tmp_path: Path) -> None:
    _hand, score = written(tmp_path / "book.db", "12 - 6")
    assert score["points"] == {"Ana": 12, "Carla": 6}


def test_a_row_is_put_right_by_its_number(tmp_path: Path) -> None:
    lines = written(tmp_path / "book.db", "12 4 6", "1: 12 5 6")
    assert lines[-1]["type"] == "correct"
    assert lines[-1]["with"]["points"] == {"Ana": 12, "Beto": 5, "Carla": 6}


def test_a_hand_may_be_written_card_by_card_in_between(tmp_path: Path) -> None:
    rows = ("hand Carla", "deal", "Ana +7h -7h", "score Ana 4, Beto 9, Carla 12", "5 6 7")
    kinds = [line["type"] for line in written(tmp_path / "book.db", *rows)]
    assert kinds == ["hand", "deal", "draw", "discard", "score", "hand", "score"]


def test_what_cannot_be_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    book = opened(tmp_path / "book.db", "golf", "Ana, Beto")
    rows = b"12 99\n12\n7: 1 2\nhelp\n"
    told = process("record", "friday", stdin=rows, book=book).stdout.decode()
    assert "Beto 99, but nobody has more than 40 in a hand" in " ".join(told.split())
    assert "Found a row of 1, expected a number for each of 2 players." in " ".join(told.split())
    assert "Found hand 7" in told
    assert "the points of each player, in this order: Ana, Beto." in told


def test_a_game_without_points_has_no_grid(tmp_path: Path) -> None:
    done = process(
        "new", "friday", "--players", "Ana, Beto", "--detail", "points", book=tmp_path / "book.db"
    )
    assert done.returncode == 2
    assert b"In this game a table may write: cards and winner." in done.stderr


def test_in_a_grid_of_winners_a_name_is_a_hand(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    about = ["--game", "desmoche", "--players", "Ana, Beto, Carla", "--bet", "5"]
    referee("new", "friday", *about, "--detail", "winner", book=book)
    terminal = Terminal(book, "record", "friday")
    terminal.answer("Hand 1 for 15> ", "be")
    told = terminal.answer("Hand 2 for 15> ", "nobody")
    assert "+10 +10" in told
    terminal.answer("Hand 3 for 30> ", "1: Carla")
    told = terminal.answer("Hand 3 for 30> ", "quit")
    terminal.end()
    last = [line for line in terminal.lines() if line["type"] in ("result", "correct")]
    assert [line.get("winner") for line in last] == ["Beto", None, None]
    assert last[2]["with"]["winner"] == "Carla"


def test_a_grid_of_winners_asks_for_the_first_bet(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    about = ["--game", "desmoche", "--players", "Ana, Beto", "--detail", "winner"]
    referee("new", "friday", *about, book=book)
    lines = b"Ana\nhand Beto bet 5\nAna\n"
    told = process("record", "friday", stdin=lines, book=book)
    assert "a hand without a bet" in told.stdout.decode() + told.stderr.decode()
    shown = json.loads(referee("book", "show", "friday", "--json", book=book).stdout)["lines"]
    assert [one["type"] for one in shown] == ["game", "hand", "result"]
