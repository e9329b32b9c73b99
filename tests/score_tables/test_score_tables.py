"""Scores in a spreadsheet, with the players across and the rounds down, become an evening of the
record book."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import xlsxwriter
from referee_schemas.score_tables import MOST_ROWS, read_score_table
from referee_schemas.unreadable import Unreadable

import referee
from tests.cli.running import referee as command

GOLF = """Hole,Ana,Beto,Carla
1,8,20,14
2,30,6,21
3,12,11,
"""

SCORES = [
    {"Ana": 8, "Beto": 20, "Carla": 14},
    {"Ana": 30, "Beto": 6, "Carla": 21},
    {"Ana": 12, "Beto": 11},
]


def table(folder: Path, text: str | bytes, name: str = "scores.csv") -> str:
    """Write a file with this content; return its path."""
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(file)


def points(path: str, game: str = "golf") -> list[Any]:
    """Return the points of each round in a table."""
    return [one["points"] for one in read_score_table(path, game) if one["type"] == "score"]


def wrong(path: str, game: str = "golf") -> list[str]:
    """Return the messages about unreadable cells, without the file name."""
    with pytest.raises(Unreadable) as refused:
        read_score_table(path, game)
    problem = refused.value
    return [str(one).partition(".csv, ")[2] for one in (problem, *problem.more)]


# ---- readable tables


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_commas_semicolons_and_tabs_are_read(tmp_path: Path, mark: str, end: str, bom: str) -> None:
    text = bom + GOLF.replace(",", mark).replace("\n", end)
    assert points(table(tmp_path, text)) == SCORES


def test_the_players_deal_in_turn_and_a_round_is_a_hand(tmp_path: Path) -> None:
    events = read_score_table(table(tmp_path, GOLF), "golf")
    assert events[0]["players"] == ["Ana", "Beto", "Carla"]
    dealers = [one["dealer"] for one in events if one["type"] == "hand"]
    assert dealers == ["Carla", "Ana", "Beto"]


@pytest.mark.parametrize("heading", ["", "Round", "ronda", "#", "Contract", "Hoyo"])
def test_the_first_column_may_have_the_rounds_or_contracts(tmp_path: Path, heading: str) -> None:
    text = f"{heading};Ana;Beto\ntwo sets;0;15\na set and a run;20;0\n"
    assert points(table(tmp_path, text)) == [{"Ana": 0, "Beto": 15}, {"Ana": 20, "Beto": 0}]


def test_without_such_a_column_the_first_one_is_a_player(tmp_path: Path) -> None:
    assert points(table(tmp_path, "Ana,Beto\n3,4\n")) == [{"Ana": 3, "Beto": 4}]


def test_empty_cells_and_rows_leave_players_and_rounds_out(tmp_path: Path) -> None:
    text = "\nRound,Ana,Beto\n1,3,\n\n2,,\n3,-,4\n"
    assert points(table(tmp_path, text)) == [{"Ana": 3}, {"Beto": 4}]


def test_numbers_may_have_zeros_behind_a_comma_or_be_sums(tmp_path: Path) -> None:
    text = 'Ana;Beto;Carla\n8,0;10+15 + 8;" 7 "\n3.00;0;−0\n'
    assert points(table(tmp_path, text)) == [
        {"Ana": 8, "Beto": 33, "Carla": 7}, {"Ana": 3, "Beto": 0, "Carla": 0},
    ]  # fmt: skip


def test_running_totals_go_into_the_record(tmp_path: Path) -> None:
    text = "Hole,Ana,Total,Beto,Total Beto\n1,8,8,20,20\n2,30,38,6,26\n"
    scores = [one for one in read_score_table(table(tmp_path, text), "golf") if "totals" in one]
    assert [one["totals"] for one in scores] == [{"Ana": 8, "Beto": 20}, {"Ana": 38, "Beto": 26}]
    report = referee.judge(read_score_table(table(tmp_path, text), "golf"))
    assert report["findings"] == []
    text = text.replace("38", "39")
    report = referee.judge(read_score_table(table(tmp_path, text), "golf"))
    assert [one["rule"] for one in report["findings"]] == ["score.wrong"]


def test_running_totals_alone_are_enough(tmp_path: Path) -> None:
    text = "Hole,Total Ana,Beto total\n1,8,20\n2,38,26\n"
    report = referee.judge(read_score_table(table(tmp_path, text), "golf"))
    assert report["hands"][1]["scores"] == {"Ana": 30, "Beto": 6}


def test_a_row_of_sums_is_checked_and_is_no_round(tmp_path: Path) -> None:
    for word in ("Total", "TOTAL:", "Suma", "Sum"):
        assert points(table(tmp_path, f"{GOLF}{word},50,37,35\n")) == SCORES
    assert wrong(table(tmp_path, f"{GOLF}Total,50,38,35\n")) == [
        "C5: 38 is not the sum of this column, which is 37. Correct the cell and run again."
    ]


def test_a_column_says_who_went_out(tmp_path: Path) -> None:
    text = "Round,Ana,Beto,Out\n1,0,15,ana\n2,20,0,Beto\n3,0,0,\n"
    scores = read_score_table(table(tmp_path, text), "dimes")[2::2]
    assert [one.get("out") for one in scores] == ["Ana", "Beto", None]


def test_a_mark_that_excel_writes_before_all_is_read(tmp_path: Path) -> None:
    assert points(table(tmp_path, "sep=;\r\nAna;Beto\r\n3;4\r\n")) == [{"Ana": 3, "Beto": 4}]


# ---- unreadable tables


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Hole,Ana,Beto\n1,2,3\n2,4,5\n3,abc,6\n", 'B4: "abc" is not a whole number.'),
        ("Ana;Beto\n2,5;3\n", 'A2: "2,5" is not a whole number.'),
        ("Ana,Beto\n1.250,3\n", 'A2: "1.250" is not a whole number.'),
        ("Ana,Beto\n1,=SUM(A2)\n", 'B2: "=SUM(A2)" is not a whole number.'),
        ("Ana,Beto,Ana\n1,2,3\n", "C1: Ana is there twice."),
        ("Ana,Beto,Total Ana,Ana total\n1,2,3,4\n", "D1: Ana total is there twice."),
        ("Hole,Total,Ana,Beto\n1,2,3,4\n", "B1: Total does not follow a player's column."),
        ("Ana,Beto\n1,2,3\n", 'C2: there is no name above "3".'),
        ("Round,Ana,Beto,Out\n1,2,3,Carla\n", 'D2: nobody is called "Carla".'),
        ("Round\n1\n", "A1: this row has no names of players."),
        ("", "A1: this row has no names of players."),
    ],
)
def test_errors_name_the_cell(tmp_path: Path, text: str, problem: str) -> None:
    assert wrong(table(tmp_path, text)) == [f"{problem} Correct the cell and run again."]


def test_all_cells_that_cannot_be_read_are_named_at_once(tmp_path: Path) -> None:
    found = wrong(table(tmp_path, "Ana,Beto\nx,1\n2,y\n"))
    assert [one[:2] for one in found] == ["A2", "B3"]


def test_more_rounds_than_the_game_has_are_refused(tmp_path: Path) -> None:
    text = "Hole,Ana,Beto\n" + "".join(f"{hole},3,4\n" for hole in range(1, 11))
    assert wrong(table(tmp_path, text))[0].startswith("A11: Golf has only 9 rounds.")


def test_a_table_is_not_read_without_end(tmp_path: Path) -> None:
    text = "Ana,Beto\n" + "1,0\n" * MOST_ROWS
    assert wrong(table(tmp_path, text), "gin_rummy")[0].startswith(
        f"A{MOST_ROWS + 1}: a score table has at most {MOST_ROWS} rows."
    )


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("José,Beto\n1,2\n".encode("latin-1"), "letters that are not UTF-8"),
        ('Ana,Beto\n"1,2\n' + "x" * 200_000, "field larger than field limit"),
        (b"Ana,Beto\n1,\x00\n", "is not a whole number"),
        ("Ana\n1\n", "players"),
        ("Ana,\u202e\n1,2\n", "players"),
        ("Ana,Beto\n99999999999999999999,2\n", "is not a whole number"),
    ],
)
def test_strange_files_end_in_a_sentence(
    tmp_path: Path, content: str | bytes, problem: str
) -> None:
    with pytest.raises(Unreadable) as refused:
        read_score_table(table(tmp_path, content), "golf")
    assert problem in str(refused.value)
    assert "scores.csv" in str(refused.value)


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
    assert points(workbook(tmp_path, rows)) == [{"Ana": 8, "Beto": 20}, {"Ana": 15}]


def test_in_a_workbook_errors_name_the_cell(tmp_path: Path) -> None:
    path = workbook(tmp_path, [["Ana", "Beto"], [8, 2.5], ["x", 3]])
    with pytest.raises(Unreadable) as refused:
        read_score_table(path, "golf")
    told = [str(one) for one in (refused.value, *refused.value.more)]
    assert "scores.xlsx, B2: 2.5 is not a whole number." in told[0]
    assert 'scores.xlsx, A3: "x" is not a whole number.' in told[1]


def test_a_formula_that_was_never_worked_out_is_not_taken_for_an_empty_cell(tmp_path: Path) -> None:
    rows = [["Hole", "Ana", "Beto"], [1, ("=10+5", 15), 3]]
    with pytest.raises(Unreadable, match='B2: "=10\\+5" is a formula without its result'):
        read_score_table(workbook(tmp_path, rows, worked_out=False), "golf")


def test_what_is_no_workbook_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = table(tmp_path, b"PK\x03\x04 and nothing behind it", "scores.xlsx")
    with pytest.raises(Unreadable, match="found something else, expected a score table"):
        read_score_table(path, "golf")


# ---- the command


def test_a_table_becomes_an_evening_whose_totals_stand_in_the_season(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    done = command(
        "book", "import", table(tmp_path, GOLF), "--game", "golf", "--name", "friday", book=book
    )
    assert done.returncode == 0
    assert done.stdout.decode().startswith("friday: 7 new events")
    report = json.loads(command("check", "friday", "--json", book=book).stdout)
    assert report["findings"] == []
    assert [hand["scores"]["Ana"] for hand in report["hands"]] == [8, 30, 12]
    standings = json.loads(command("standings", "--json", book=book).stdout)
    assert "50" in json.dumps(standings)
    exported = command("export", "friday", book=book).stdout.decode().splitlines()
    assert [json.loads(line) for line in exported] == read_score_table(
        table(tmp_path, GOLF), "golf"
    )


def test_a_table_that_has_grown_adds_its_new_rounds(tmp_path: Path) -> None:
    book, path = tmp_path / "book.db", table(tmp_path, GOLF + "Total,50,37,35\n")
    command("book", "import", path, "--game", "golf", book=book)
    path = table(tmp_path, GOLF + "4,1,2,3\nTotal,51,39,38\n")
    done = command("book", "import", path, "--game", "golf", book=book)
    assert done.stdout.decode().startswith("scores: 2 new events, 9 in all")


def test_without_a_game_the_games_with_points_are_named(tmp_path: Path) -> None:
    book, path = tmp_path / "book.db", table(tmp_path, GOLF)
    done = command("book", "import", path, book=book)
    assert done.returncode == 3
    assert "expected a game with points: golf, cambio_cabo" in done.stderr.decode()
    assert "Say with --game which game the table is of." in done.stderr.decode()
    done = command("book", "import", path, "--game", "desmoche", book=book)
    assert "found desmoche, expected a game with points" in done.stderr.decode()


def test_a_log_needs_no_game(tmp_path: Path) -> None:
    log = table(tmp_path, "golf players Ana, Beto*\n", "friday.sheet")
    done = command("book", "import", log, "--game", "golf", book=tmp_path / "book.db")
    assert done.returncode == 2
    assert "A log names its own game" in done.stderr.decode()


def test_in_spanish_errors_name_the_cell_too(tmp_path: Path) -> None:
    path = table(tmp_path, "Hoyo;Ana;Beto\n1;abc;3\n")
    done = command(
        "book", "import", path, "--game", "golf", "--lang", "es", book=tmp_path / "book.db"
    )
    assert 'B2: "abc" no es un número entero.' in done.stderr.decode()


def test_random_tables_add_up_to_the_totals_of_the_report(tmp_path: Path) -> None:
    rng = Random(40)
    for _ in range(25):
        names = rng.sample(["Ana", "Beto", "Carla", "Darío", "Eva"], rng.randint(2, 5))
        rows = [[rng.randint(0, 40) for _ in names] for _ in range(rng.randint(1, 9))]
        mark = rng.choice(";,\t")
        text = "\n".join(mark.join(map(str, row)) for row in [names, *rows])
        report = referee.judge(read_score_table(table(tmp_path, text), "golf"))
        assert report["findings"] == []
        sums = [sum(column) for column in zip(*rows, strict=True)]
        got = [sum(hand["scores"][name] for hand in report["hands"]) for name in names]
        assert got == sums
