"""Lines of a sheet: their meaning, and how they are written, as ``sheets/*.txt`` tell."""

import shlex
from pathlib import Path

import pytest

from referee.notation import LineReader, write_event
from tests.notation.table import OPENING, faults, read, rewritten, said
from tests.stories import Step, says, stories


@pytest.mark.parametrize("steps", stories(Path(__file__).with_name("sheets")))
def test_lines(steps: list[Step]) -> None:
    """``before`` has lines that stand before the others; a line ``reads`` as these events, it
    ``refers`` to an event, it ``means`` a meld, ``writes`` lines, or is one that a sheet
    ``refuses`` with these faults."""
    before, words = "", [""]
    for line, below in steps:
        word, _, written = line.partition(" ")
        if word == "before":
            before = "".join(f"{one}\n" for one in below)
        elif word == "for":
            words = shlex.split(written.partition(" in ")[2])
        else:
            for each in words:
                check(word, before, written.replace("\\n", "\n"), below, each)


def check(word: str, before: str, written: str, below: list[str], each: str) -> None:
    """Check one line: with ``each`` in the place of the name in braces."""
    if word == "reads":
        told = said(before + written)[len(said(before)) :]
        assert len(told) == len(below), told
        assert all(says(event, wanted) for event, wanted in zip(told, below, strict=True)), told
    elif word == "writes":
        assert rewritten(before + written)[-len(below) :] == below
    elif word == "refuses":
        found = faults(before + written)
        assert all(told in fault for told, fault in zip(below, found, strict=True)), found
    elif word == "refers":
        reference, _, number = (each or written).rpartition(":")
        assert said(f'{before}dispute Beto {reference} "no"')[-1]["event"] == int(number)
    else:
        assert word == "means", word
        meld, _, meant = each.rpartition(":")
        (fault,) = faults(written.replace("{meld}", meld))
        assert fault.endswith(f"marks an act. Did you mean «{meant}»?"), fault


def test_a_long_line_is_broken() -> None:
    lines = rewritten("Ana +7h" + " Beto =8h8d8s" * 30)
    assert len(lines) == 3
    assert all(len(line) <= 100 for line in lines)
    assert all(line.startswith("Beto =") for line in lines[1:])


def test_a_line_changes_nothing_until_the_log_has_its_events() -> None:
    reader = LineReader("en", read(OPENING["en"]))
    first = reader.read("Ana +7h =7h8h9h")
    assert reader.read("Ana +7h =7h8h9h") == first
    for event in first:
        assert reader.read(write_event(event, reader)) == [event]
        reader.take(event)
    assert reader.read("Ana >Th")[0]["cards"] == ["7h", "8h", "9h", "Th"]


@pytest.mark.parametrize("game", ["conquien", "desmoche_app"])
def test_a_drawn_card_laid_down_unused_may_be_written_with_minus_in_its_sisters(game: str) -> None:
    bet = "" if game == "desmoche_app" else " bet 5"
    opening = f"{game} lang=en\nplayers Ana, Beto\nhand Beto{bet}\n"
    laid = {"type": "discard", "player": "Ana", "card": "4h"}
    assert read(f"{opening}Ana +4h -4h")[-1] == laid
