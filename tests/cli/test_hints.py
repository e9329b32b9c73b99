"""Hints fit the given source: a file, standard input, or a game of the book."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import referee

QUARREL = Path(__file__).parents[2] / "sample_games" / "priority-quarrel.jsonl"
UNPAID = Path(__file__).parents[1] / "conformance" / "fault-pay.missing.jsonl"
FOUND = "claim.priority"
RIGHT = {"jsonl": '{"type": "pass", "player": "Eddy"}', "sheet": "Eddy."}


def hints(*words: object, **options: object) -> list[str]:
    """Return the lines below a report: sentences, each followed by the line to type or add."""
    told = referee("check", *words, COLUMNS="300", **options).stdout.decode()  # type: ignore[arg-type]
    assert FOUND in told
    return told.rpartition("\n\n")[2].splitlines()


def typed(hint: str, right: str = "") -> Iterator[str]:
    """Yield the words of the command in a hint, with the right event filled in."""
    program, *words = shlex.split(hint.replace("…", right))
    assert program == "referee"
    return iter(words)


def in_a_file(tmp_path: Path, face: str) -> Path:
    log = tmp_path / f"evening.{face}"
    assert referee("export", QUARREL, log).returncode == 0
    return log


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("face", ["jsonl", "sheet"])
def test_the_lines_that_are_named_for_a_file_correct_and_forgive(
    face: str, lang: str, tmp_path: Path
) -> None:
    for place in (1, 3):
        log = in_a_file(tmp_path, face)
        sentence, correct, overlook, forgive = hints(log, "--lang", lang)
        assert log.name in sentence
        assert overlook.endswith(":")
        line = (correct, forgive)[place == 3].strip()
        line = line.replace("{…}", RIGHT[face]).replace("…", RIGHT[face])
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
        told = referee("check", log).stdout.decode()
        assert FOUND not in told or "; forgiven;" in told
        log.unlink()


def test_the_commands_that_are_named_for_a_game_correct_and_forgive(tmp_path: Path) -> None:
    book = tmp_path / "the book.db"
    for right in ("Eddy.", ""):
        book.unlink(missing_ok=True)
        referee("book", "import", QUARREL, "--name", "friday", "--db", book)
        _, correct, _, forgive = hints("friday", "--db", book)
        done = referee(*typed(correct if right else forgive, right))
        assert done.returncode == 0, done.stderr
        told = referee("check", "friday", "--db", book).stdout.decode()
        assert FOUND not in told or "; forgiven;" in told


def test_the_command_that_is_named_for_standard_input_puts_it_into_a_book(tmp_path: Path) -> None:
    content, book = QUARREL.read_bytes(), tmp_path / "book.db"
    _, importing = hints("-", "--db", book, stdin=content)
    done = referee(*typed(importing), stdin=content)
    assert b"NAME: 44 new events" in done.stdout


def test_a_log_in_which_nothing_can_be_corrected_or_forgiven_has_no_hints() -> None:
    told = referee("check", QUARREL.parent / "clean-evening.jsonl").stdout.decode()
    assert "Written wrongly" not in told


SLIP = """\
desmoche lang=es
players Ana, Beto*
hand bet 5
deal
cambio Ana xx, Beto xx
Ana +7c Beto =7c8c9c -Kf
Ana +Kf
Beto +2f
"""


def test_what_repair_proposes_for_a_sheet_is_a_line_of_that_sheet(tmp_path: Path) -> None:
    log = tmp_path / "evening.sheet"
    log.write_text(SLIP, encoding="utf-8")
    told = referee("repair", log, COLUMNS="300").stdout.decode()
    assert f"add its line at the end of {log}." in told
    line = next(line for line in told.splitlines() if line.startswith("corrige "))
    log.write_text(f"{SLIP}{line}\n", encoding="utf-8")
    assert referee("check", log).returncode in (0, 1)
    assert b"card.location" not in referee("check", log).stdout


def test_the_lines_of_a_ruling_and_of_an_answer_are_lines_of_the_sheet(tmp_path: Path) -> None:
    log = tmp_path / "evening.sheet"
    referee("export", UNPAID, log)
    assert b"pay.missing" in referee("check", log).stdout
    told = referee("rule", log, "--event", 8, "--full", COLUMNS="300").stdout.decode()
    line = next(line for line in told.splitlines() if line.strip().startswith("insert before"))
    with log.open("a", encoding="utf-8") as file:
        file.write(f"{line.strip()}\n")
    assert b"pay.missing" not in referee("check", log).stdout
    hidden = tmp_path / "hidden.sheet"
    referee("export", QUARREL.parent / "all-hands-hidden.jsonl", hidden)
    told = referee("ask", hidden, "--answer", 1, COLUMNS="300").stdout.decode()
    answer = told.partition("Lines to add\n")[2].splitlines()[0].strip()
    before = len(hidden.read_text(encoding="utf-8"))
    with hidden.open("a", encoding="utf-8") as file:
        file.write(f"{answer}\n")
    assert not answer.startswith("{")
    assert len(hidden.read_text(encoding="utf-8")) > before
    assert referee("check", hidden).returncode in (0, 1)
