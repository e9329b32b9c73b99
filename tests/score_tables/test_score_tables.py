"""Scores in a spreadsheet, with the players across and the rounds down, become an evening of the
record book, as ``tests/cli/sessions`` tells. ``tables.txt`` has what is read from a table."""

import shlex
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from referee_schemas.score_tables import MOST_ROWS, read_score_table

import referee
from referee.wording.unreadable import Unreadable

GOLF = """Hole,Ana,Beto,Carla
1,8,20,14
2,30,6,21
3,12,11,
"""

WRITTEN = Path(__file__).with_name("tables.txt").read_text("utf-8").split("\n== ")[1:]
SIGNS = {
    r"\t": "\t", r"\r": "\r", r"\x00": "\x00", r"\u202e": "\u202e", r"\ufeff": "\ufeff", "\\": "",
}  # fmt: skip
WORDS = ("game", "for", "=", "!", "~", "finds", "counts")


def table(folder: Path, text: str | bytes, name: str = "scores.csv") -> str:
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(file)


def of_each(points: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in points.items())


def told(score: dict[str, Any]) -> str:
    """Return a score in the words of ``tables.txt``."""
    parts = [of_each(score.get("points", {}))]
    if "totals" in score:
        parts.append(f"totals {of_each(score['totals'])}")
    if "out" in score:
        parts.append(f"out {score['out']}")
    return "; ".join(parts)


def problems(path: str, game: str) -> list[str]:
    """Return the messages about unreadable cells, without the file name."""
    with pytest.raises(Unreadable) as refused:
        read_score_table(path, game)
    return [str(one).partition(".csv, ")[2] for one in (refused.value, *refused.value.more)]


@pytest.mark.parametrize("case", WRITTEN, ids=lambda case: case.partition("\n")[0])
def test_what_is_read_from_a_table(tmp_path: Path, case: str) -> None:
    lines = [line for line in case.splitlines()[1:] if line]
    said = [tuple(line.split(" ", 1)) for line in lines if line.split(" ")[0] in WORDS]
    rows = [line for line in lines if line.split(" ")[0] not in WORDS]
    game = dict(said).get("game", "golf")
    word, _, words = dict(said).get("for", "-").partition(" in ")
    for instead in shlex.split(words) or [word]:
        text = "".join(f"{row}\n" for row in rows).replace(word, instead)
        for sign, meant in SIGNS.items():
            text = text.replace(sign, meant)
        reads(table(tmp_path, text), game, [one for one in said if one[0] not in ("game", "for")])


def reads(path: str, game: str, said: list[tuple[str, ...]]) -> None:
    if said[0][0] in "!~":
        found = problems(path, game)
        whole = [text for sign, text in said if sign == "!"]
        assert found == whole if whole else said[0][1] in found[0]
        return
    events = read_score_table(path, game)
    scores = [told(one) for one in events if one["type"] == "score"]
    assert scores == [text.lstrip() for sign, text in said if sign == "="]
    report = referee.judge(events)
    rules = [one["rule"] for one in report["findings"]]
    assert rules == [text for sign, text in said if sign == "finds"]
    for _, text in [one for one in said if one[0] == "counts"]:
        assert of_each(report["hands"][-1]["scores"]) == text


def test_the_players_deal_in_turn_and_a_round_is_a_hand(tmp_path: Path) -> None:
    events = read_score_table(table(tmp_path, GOLF), "golf")
    assert events[0]["players"] == ["Ana", "Beto", "Carla"]
    dealers = [one["dealer"] for one in events if one["type"] == "hand"]
    assert dealers == ["Carla", "Ana", "Beto"]


def test_more_rounds_than_the_game_or_a_table_has_are_refused(tmp_path: Path) -> None:
    holes = table(tmp_path, "Ana,Beto\n" + "3,4\n" * 10)
    assert problems(holes, "golf")[0].startswith("A11: Golf has only 9 rounds.")
    endless = table(tmp_path, "Ana,Beto\n" + "1,0\n" * MOST_ROWS)
    assert problems(endless, "gin_rummy")[0].startswith(
        f"A{MOST_ROWS + 1}: a score table has at most {MOST_ROWS} rows."
    )


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("scores.csv", "José,Beto\n1,2\n".encode("latin-1"), "letters that are not UTF-8"),
        ("scores.csv", 'Ana,Beto\n"1,2\n' + "x" * 200_000, "field larger than field limit"),
        (
            "scores.xlsx",
            b"PK\x03\x04 and nothing behind it",
            "something else, expected a score table",
        ),
    ],
)
def test_strange_files_end_in_a_sentence(
    tmp_path: Path, name: str, content: str | bytes, problem: str
) -> None:
    with pytest.raises(Unreadable, match=problem) as refused:
        read_score_table(table(tmp_path, content, name), "golf")
    assert name in str(refused.value)


# ---- workbooks


def workbook(folder: Path, rows: list[list[Any]], *, worked_out: bool = True) -> str:
    """Write a workbook with these rows, as a spreadsheet program saves it."""
    file = folder / "scores.xlsx"
    with xlsxwriter.Workbook(str(file)) as book:
        sheet = book.add_worksheet()
        for at, row in enumerate(rows):
            for place, cell in enumerate(row):
                if isinstance(cell, tuple):
                    sheet.write_formula(at, place, cell[0], None, cell[1] if worked_out else "")
                elif cell is not None:
                    sheet.write(at, place, cell)
    return str(file)


def test_a_workbook_is_read_with_the_results_of_its_formulas(tmp_path: Path) -> None:
    rows = [
        ["Hole", "Ana", "Beto"],
        [1, 8, 20.0],
        [2, ("=10+5", 15), None],
        ["Total", ("=SUM(B2:B3)", 23), ("=SUM(C2:C3)", 20)],
    ]
    reads(workbook(tmp_path, rows), "golf", [("=", "Ana 8, Beto 20"), ("=", "Ana 15")])


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([["Ana", "Beto"], [8, 2.5]], r"scores.xlsx, B2: 2.5 is not a whole number\."),
        ([["Ana", "Beto"], ["x", 3]], r'scores.xlsx, A2: "x" is not a whole number\.'),
        # not taken for an empty cell
        ([["Ana", "Beto"], [("=10+5", 15), 3]], r'A2: "=10\+5" is a formula without its result'),
    ],
)
def test_in_a_workbook_errors_name_the_cell(
    tmp_path: Path, rows: list[list[Any]], problem: str
) -> None:
    with pytest.raises(Unreadable, match=problem):
        read_score_table(workbook(tmp_path, rows, worked_out=False), "golf")
