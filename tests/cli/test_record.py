"""Recording at the table: a dialogue in a real terminal, and the stored events after any end."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pexpect
import pytest

from tests.cli.running import COMMAND, process, referee
from tests.depth import only_deep

pytest.importorskip("pty", reason="needs pseudo-terminals")

PROMPT = r"\d+> "

NO_READLINE = """
import sys
sys.modules["readline"] = None
from referee_cli.start import start
start()
"""


class Terminal:
    """A person typing in a terminal of 80 columns."""

    def __init__(self, book: Path, *words: str, command: Sequence[str] = COMMAND) -> None:
        self.book = book
        self.program = pexpect.spawn(
            command[0],
            [*command[1:], *words],
            env=os.environ | {"REFEREE_DB": str(book), "NO_COLOR": "1", "TERM": "dumb"},
            dimensions=(40, 80),
            encoding="utf-8",
            timeout=30,
            # tests that run in the background were told to ignore interrupts, and tell it on
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )

    def answer(self, prompt: str, text: str) -> str:
        """Wait for a prompt and answer it; return the output before it."""
        self.program.expect(prompt)
        printed: str = self.program.before
        self.program.sendline(text)
        return printed.replace("\r\n", "\n")

    def end(self) -> str:
        """Return the output until the program ends by itself."""
        self.program.expect(pexpect.EOF)
        printed: str = self.program.before
        return printed.replace("\r\n", "\n")

    def lines(self, game: str = "friday") -> list[dict[str, object]]:
        """Return the events in the record book."""
        done = referee("book", "show", game, "--json", book=self.book)
        lines: list[dict[str, object]] = json.loads(done.stdout)["lines"]
        return lines


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "book.db"
    referee("new", "friday", "--players", "Ana, Beto", book=path)
    referee("add", "friday", "hand Beto bet 5", "deal", "cambio Ana xx, Beto xx", book=path)
    return path


@pytest.fixture
def terminal(book: Path) -> Iterator[Terminal]:
    opened = Terminal(book, "record", "friday")
    yield opened
    opened.program.close(force=True)


def test_each_line_shows_the_table_and_is_kept(terminal: Terminal) -> None:
    assert "Ana, Beto. 5 events so far." in terminal.answer(PROMPT, "Ana 7h =7h8h9h -Kc")
    told = terminal.answer(PROMPT, "quit")
    assert "7. Ana melds 7♥ 8♥ 9♥." in told
    assert "K♣ on offer from Ana" in told
    assert "8 events are kept" in terminal.end()
    assert len(terminal.lines()) == 8


def test_a_game_is_recorded_where_python_has_no_readline(book: Path) -> None:
    command = [sys.executable, "-c", NO_READLINE]
    terminal = Terminal(book, "record", "friday", command=command)
    terminal.answer(PROMPT, "Ana 7h =7h8h9h -Kc")
    assert "K♣ on offer from Ana" in terminal.answer(PROMPT, "quit")
    assert "8 events are kept" in terminal.end()
    assert len(terminal.lines()) == 8


def test_piped_lines_are_read_as_utf8_whatever_the_system_writes(book: Path) -> None:
    for words in (("add", "friday", "-"), ("record", "friday")):
        line = f'note "Ramón by {words[0]}"\n'.encode()
        done = process(*words, stdin=line, encoding="latin-1", book=book)
        assert done.returncode == 0, done.stderr
    events = json.loads(referee("book", "show", "friday", "--json", book=book).stdout)["lines"]
    assert [event["note"] for event in events[-2:]] == ["Ramón by add", "Ramón by record"]


def test_a_piped_line_that_is_not_utf8_is_refused_with_what_stands_there(book: Path) -> None:
    done = process("add", "friday", "-", stdin=b'note "Ram\xf3n"\n', book=book)
    assert done.returncode == 3
    assert "Ram" in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_a_slip_is_told_on_the_line_where_it_was_typed(terminal: Terminal) -> None:
    terminal.answer(PROMPT, "Ana 7h Beto.")
    terminal.answer(PROMPT, "Beto 7h")
    told = terminal.answer(PROMPT, "Ana.")
    assert "card.location" in told
    assert "card.location" not in terminal.answer(PROMPT, "quit")


def test_an_unreadable_line_is_marked_where_it_is_wrong_and_not_kept(terminal: Terminal) -> None:
    terminal.answer(PROMPT, "Ana +1x")
    told = terminal.answer(PROMPT, "quit")
    lines = told.splitlines()
    shown = next(number for number, line in enumerate(lines) if line.strip() == "^")
    assert lines[shown - 1][lines[shown].index("^") :].startswith("1x")
    assert "Not written" in told
    assert len(terminal.lines()) == 5


def test_undo_and_fix_are_later_lines(terminal: Terminal) -> None:
    terminal.answer(PROMPT, "Ana 7h =7h8h9h")
    terminal.answer(PROMPT, "undo")
    told = terminal.answer(PROMPT, "Ana 6h")
    assert "Taken back:" in told
    assert "7. Ana melds 7♥ 8♥ 9♥." in told
    terminal.answer(PROMPT, "fix Ana+6h: +5h {misread}")
    terminal.answer(PROMPT, "quit")
    terminal.end()
    assert terminal.lines()[7:] == [
        {"type": "correct", "event": 7, "with": None, "why": "undone"},
        {"type": "correct", "event": 6, "with": None, "why": "undone"},
        {"type": "draw", "player": "Ana", "card": "6h"},
        {"type": "correct", "event": 10, "with": {"type": "draw", "player": "Ana", "card": "5h"},
         "why": "misread"},
    ]  # fmt: skip


def test_a_question_mark_tells_what_may_come_next(terminal: Terminal) -> None:
    terminal.answer(PROMPT, "?")
    assert "Ana" in terminal.answer(PROMPT, "quit")


def test_help_shows_plain_acts_and_fits_the_screen(terminal: Terminal) -> None:
    terminal.answer(PROMPT, "Ana 7h =7h8h9h -Kc")
    terminal.answer(PROMPT, "help")
    told = terminal.answer(PROMPT, "quit").splitlines()
    assert "  Ana =7h8h9h          a meld" in told
    assert max(len(line) for line in told) <= 80


def test_the_end_of_a_hand_is_told_with_its_money(terminal: Terminal) -> None:
    terminal.answer(PROMPT, "Ana 7h =7h8h9h -Kc Beto.")
    terminal.answer(PROMPT, "Beto 7c Ana =7c7d7s -2h Beto.")
    terminal.answer(PROMPT, "Beto 5c Ana =5c5d5s5h *")
    told = terminal.answer(PROMPT, "quit")
    assert "Ana wins the pot of 10 with ten cards" in told
    assert "So far: Ana +5, Beto -5." in told


def test_interrupting_drops_the_line_and_nothing_else(terminal: Terminal) -> None:
    terminal.answer(PROMPT, "Ana 7h")
    terminal.program.expect(PROMPT)
    terminal.program.send("Beto ")
    terminal.program.expect("Beto ")
    terminal.program.sendintr()
    terminal.answer(PROMPT, "Beto.")
    terminal.answer(PROMPT, "quit")
    terminal.end()
    assert [line["type"] for line in terminal.lines()[5:]] == ["draw", "pass"]


def test_killed_and_taken_up_again_nothing_is_missing(terminal: Terminal, book: Path) -> None:
    terminal.answer(PROMPT, "Ana 7h Beto.")
    terminal.program.expect(PROMPT)
    terminal.program.kill(signal.SIGKILL)
    again = Terminal(book, "record", "friday")
    assert "7 events so far" in again.answer(PROMPT, "quit")
    again.end()


def test_another_scribe_in_between_is_shown_and_not_overwritten(terminal: Terminal) -> None:
    terminal.program.expect(PROMPT)
    referee("add", "friday", "Ana 7h", book=terminal.book)
    terminal.program.sendline("Ana 9c")
    told = terminal.answer(PROMPT, "quit")
    assert "Another scribe has written in the meantime" in told
    assert "6. Ana draws 7♥." in told
    assert "was not written" in told
    assert len(terminal.lines()) == 6


def test_undo_takes_back_ones_own_line_whatever_others_write(terminal: Terminal) -> None:
    terminal.answer(PROMPT, "Ana 7h")
    terminal.program.expect(PROMPT)
    referee("add", "friday", "Beto.", book=terminal.book)
    terminal.program.sendline("undo")
    assert "Another scribe has written in the meantime" in terminal.answer(PROMPT, "undo")
    terminal.answer(PROMPT, "undo")
    assert "There is nothing of yours to undo" in terminal.answer(PROMPT, "quit")
    terminal.end()
    assert terminal.lines()[5:] == [
        {"type": "draw", "player": "Ana", "card": "7h"},
        {"type": "pass", "player": "Beto"},
        {"type": "correct", "event": 6, "with": None, "why": "undone"},
    ]


def test_new_asks_for_what_it_is_not_told(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "book.db", "new", "friday")
    terminal.answer("Who plays", "Ana")
    assert "2 to 4 players' names" in terminal.answer("Who plays", "Ana, Beto, Carla")
    terminal.answer("house rule", "?")
    terminal.answer("house rule", "knock=loud")
    assert "binding, free" in terminal.answer("house rule", "knock=free")
    terminal.answer("house rule", "")
    terminal.answer("everybody put in", "5")
    terminal.answer("deals first", "carla")
    terminal.answer("want to write", "cards")
    terminal.answer("speak up", "open")
    assert "friday is open" in terminal.end()
    opening, hand = terminal.lines()
    assert opening["house"] == {"knock": "free"}
    assert opening["warnings"] == "open"
    assert hand == {"type": "hand", "dealer": "Carla", "bet": 5}


MOST_KEYS = 120
"""The most keys for an evening with four players, including Enter."""

EVENINGS = {
    "dimes": ("24 0 12 6", "0 18 6 30", "36 12 0 24") * 3 + ("24 0 12 6", "60 30 0 90"),
    "dam": ("25 0* 40 15", "0 35 10 20") * 5,
    "golf": ("12 4 20 8", "3 17 9 21", "0 6 13 8", "11 9 15 2", "7 7 24 10") + ("5 12 8 16",) * 4,
}
"""The rows of an evening as they are typed."""


def opened(book: Path, game: str, players: str = "Ana, Beto, Carla, Mayra") -> Path:
    """Return a table that records points."""
    referee("new", "friday", "--game", game, "--players", players, "--detail", "points", book=book)
    return book


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
