"""Exported tables agree with the report, and texts stay texts."""

import csv
import json
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from referee.paper.tables import DataTable, csv_of, xlsx_of
from referee.store import SQLiteBook
from tests.cli.running import referee
from tests.depth import only_deep
from tests.season.clubs import evenings, fill

SAMPLES = Path(__file__).parents[2] / "sample_games"


def rows_of(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(content.decode())))


def cells_of(workbook: bytes) -> list[list[str]]:
    """Return the cells of the first sheet of a workbook, none of them a formula."""
    told = []
    for row in load_workbook(BytesIO(workbook)).worksheets[0]:
        filled = [cell for cell in row if cell.value is not None]
        assert not any(cell.data_type == "f" for cell in filled)
        told.append([str(cell.value) for cell in filled])
    return told


def written(tmp_path: Path, what: str, log: Path, face: str) -> bytes:
    out = tmp_path / f"{what}.{face}"
    done = referee("export", "--as", what, log, out)
    assert done.returncode == 0, done.stderr
    return out.read_bytes()


@pytest.mark.parametrize(
    "name",
    [
        "clean-evening",
        "golf-clean-game",
        only_deep("dimes-eleven-rounds"),
        only_deep("dam-ten-hands"),
    ],
)
def test_a_scorecard_has_what_every_hand_brought(tmp_path: Path, name: str) -> None:
    log = SAMPLES / f"{name}.jsonl"
    report = json.loads(referee("check", "--json", log).stdout)
    content = written(tmp_path, "scorecard", log, "csv")
    for kind in ("net", "scores"):
        mine = {
            (int(row["hand"]), row["player"]): row["brought"]
            for row in rows_of(content)
            if row["counts"] == kind
        }
        theirs = {
            (hand["hand"], player): "" if amount is None else str(amount)
            for hand in report["hands"] for player, amount in hand.get(kind, {}).items()
        }  # fmt: skip
        # a game without money shows none
        assert mine == (theirs if any(map(int, filter(None, theirs.values()))) else {})


def test_an_account_balances_and_names_every_payment(tmp_path: Path) -> None:
    log = SAMPLES / "clean-evening.jsonl"
    rows = rows_of(written(tmp_path, "account", log, "csv"))
    account = json.loads(referee("check", "--json", log).stdout)["account"]
    assert sum(int(row["amount"]) for row in rows if row["what"] == "owed") == 0
    payments = [row for row in rows if row["what"] == "payment"]
    assert [int(row["amount"]) for row in payments] == [
        one["amount"] for one in account["payments"]
    ]
    assert [row["from"] for row in payments] == [one["from"] for one in account["payments"]]


def test_a_workbook_has_the_same_cells_as_the_table(tmp_path: Path) -> None:
    log = SAMPLES / "golf-clean-game.jsonl"
    table = list(csv.reader(StringIO(written(tmp_path, "scorecard", log, "csv").decode())))
    # an empty cell is missing in a workbook
    assert cells_of(written(tmp_path, "scorecard", log, "xlsx")) == [
        [cell for cell in row if cell] for row in table
    ]


def test_what_looks_like_a_formula_stays_a_text() -> None:
    table = DataTable("scorecard", ("player", "net"), [("=1+1", -5), ("@SUM(A1)", 2)])
    assert csv_of(table).decode().splitlines()[1:] == ["'=1+1,-5", "'@SUM(A1),2"]
    assert cells_of(xlsx_of(table))[1:] == [["=1+1", "-5"], ["@SUM(A1)", "2"]]
    assert xlsx_of(table) == xlsx_of(table)


def test_standings_go_along_as_they_are_told(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    with SQLiteBook(book) as kept:
        fill(kept, evenings(2))
    told: dict[str, Any] = json.loads(referee("standings", "--json", book=book).stdout)
    for face, words in (("csv", ["--json"]), ("xlsx", [])):
        done = referee("standings", "--out", tmp_path / f"season.{face}", *words, book=book)
        assert done.returncode == 0
        assert not words or json.loads(done.stdout) == told
    rows = rows_of((tmp_path / "season.csv").read_bytes())
    lines = [line for section in told["sections"] for line in section["players"]]
    assert [(row["player"], int(row["amount"])) for row in rows] == [
        (line["player"], line["amount"]) for line in lines
    ]
    assert len(cells_of((tmp_path / "season.xlsx").read_bytes())) == len(rows) + 1
