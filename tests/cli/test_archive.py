"""Parquet files of an audit agree with the audit, and later runs judge only changed logs."""

import json
import re
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest
from referee_cli.archive import DATASETS, UNFINISHED
from referee_schemas.reading import read_log

from tests.cli.running import referee

pytestmark = pytest.mark.deep

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "archives.md").read_text(encoding="utf-8")
QUERIES = re.findall(r"```sql\n(.+?)```", PAGE, re.DOTALL)


def rows(archive: Path, dataset: str) -> list[dict[str, Any]]:
    return [row for part in parts(archive, dataset) for row in pq.read_table(part).to_pylist()]


def parts(archive: Path, dataset: str) -> list[Path]:
    return sorted((archive / dataset).glob("*.parquet"))


def audited(logs: Path, archive: Path, *words: str) -> str:
    done = referee("check", "--summary", logs, "--out", archive, *words, COLUMNS="500")
    assert done.returncode == 3
    return done.stdout.decode()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_tables_hold_what_the_audit_says(logs: Path, tmp_path: Path, jobs: str) -> None:
    archive = tmp_path / "archive"
    plain = referee("check", "--summary", logs, COLUMNS="500").stdout.decode()
    assert audited(logs, archive, "--jobs", jobs) == plain
    printed = referee("check", "--summary", "--json", logs).stdout.splitlines()
    told = {one["log"]: one for one in map(json.loads, printed)}
    games = {row["log"]: row for row in rows(archive, "games")}
    assert games.keys() == told.keys()
    assert {log: row["exit"] for log, row in games.items()} == {
        log: one["exit"] for log, one in told.items()
    }
    reports = {log: one["report"] for log, one in told.items() if one["report"]}
    for dataset, field in (
        ("findings", "findings"),
        ("undecided", "undecided"),
        ("hands", "hands"),
    ):
        assert len(rows(archive, dataset)) == sum(len(one[field]) for one in reports.values())
    for log, report in reports.items():
        net = [row for row in rows(archive, "net") if row["log"] == log and row["net"] is not None]
        totals: dict[str, Decimal] = {}
        for row in net:
            totals[row["player"]] = totals.get(row["player"], Decimal(0)) + row["net"]
        assert all(report["totals"][player] == total for player, total in totals.items())


def test_only_what_has_changed_is_judged_again(logs: Path, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    first = audited(logs, archive)
    before = {name: sorted(map(str, rows(archive, name))) for name in DATASETS}
    assert audited(logs, archive, "--json") == ""
    assert audited(logs, archive) == first
    assert {name: sorted(map(str, rows(archive, name))) for name in DATASETS} == before
    changed = logs / "clean-evening.jsonl"
    changed.write_bytes(changed.read_bytes() + b'{"type": "note", "note": "later"}\n')
    (logs / "priority-quarrel.jsonl").unlink()
    again = audited(logs, archive, "--json").splitlines()
    assert [json.loads(line)["log"] for line in again] == [str(changed)]
    assert (
        audited(logs, archive) == referee("check", "--summary", logs, COLUMNS="500").stdout.decode()
    )
    for name in DATASETS:
        fresh = tmp_path / "fresh"
        audited(logs, fresh)
        assert sorted(map(str, rows(archive, name))) == sorted(map(str, rows(fresh, name)))


@pytest.mark.parametrize("dataset", DATASETS)
def test_a_run_that_is_broken_off_doubles_nothing(logs: Path, tmp_path: Path, dataset: str) -> None:
    """Interrupt a run when the files of one table are not replaced yet."""
    archive, whole = tmp_path / "archive", tmp_path / "whole"
    audited(logs, archive)
    audited(logs, whole)
    for name in DATASETS:
        for part in parts(archive, name):
            part.rename(part.with_name(part.name + UNFINISHED))
        if name == dataset:
            break
    (archive / UNFINISHED).touch()
    audited(logs, archive)
    for name in DATASETS:
        assert sorted(map(str, rows(archive, name))) == sorted(map(str, rows(whole, name)))


def test_games_of_the_record_book_are_judged_again_when_they_grow(tmp_path: Path) -> None:
    book, archive = tmp_path / "book.db", tmp_path / "archive"
    log = ROOT / "sample_games" / "clean-evening.jsonl"
    assert referee("book", "import", log, "--name", "friday", book=book).returncode == 0
    for expected in (1, 0):
        done = referee("check", "--summary", "friday", "--json", "--out", archive, book=book)
        assert len(done.stdout.splitlines()) == expected
    referee("add", "friday", '{"type": "note", "note": "later"}', book=book)
    done = referee("check", "--summary", "friday", "--json", "--out", archive, book=book)
    assert len(done.stdout.splitlines()) == 1
    assert len(rows(archive, "games")) == 1


@dataclass(frozen=True)
class League:
    """A generated archive, and the audit of its logs."""

    archive: Path
    told: list[dict[str, Any]]
    openings: dict[str, dict[str, Any]]

    def ask(self, query: str, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
        """Return the answer to a question of the page."""
        monkeypatch.chdir(self.archive)
        return duckdb.sql(query).fetchall()


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> League:
    """Return evenings of several games, some with slips and unseen cards."""
    folder = tmp_path_factory.mktemp("league")
    for game in ("desmoche", "golf", "conquien"):
        league = ("--game", game, "--hands", "90", "--slips", "0.4", "--masks", "0.02")
        assert referee("simulate", folder / "logs" / game, *league).returncode == 0
    done = referee("check", "--summary", folder / "logs", "--json", "--out", folder / "archive")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    openings = {one["log"]: next(read_log(one["log"])) for one in told}
    return League(folder / "archive", told, openings)


@pytest.mark.parametrize("query", QUERIES, ids=range(len(QUERIES)))
def test_every_question_of_the_page_is_answered(
    league: League, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = league.ask(query, monkeypatch)
    assert bool(answer) != ("add up" in PAGE[: PAGE.index(query)].rsplit("\n\n", 2)[-2])


def test_the_answers_are_what_the_audit_says(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, nets, found = Counter[Any](), Counter[Any](), Counter[Any]()
    for one in league.told:
        report, opening = one["report"], league.openings[one["log"]]
        for finding in report["findings"]:
            if finding["kind"] == "violation":
                broken[report["game"], report["edition"], finding["rule"]] += 1
        for hand in report["hands"]:
            for player, net in hand.get("net", {}).items():
                nets[report["house"].get("play_everything"), player] += net
        found[opening["place"], opening["date"][:7]] += len(report["findings"])
    how_often, who_wins, by_place, *_ = QUERIES
    assert {row[:3]: row[3] for row in league.ask(how_often, monkeypatch)} == broken
    assert {row[:2]: row[3] for row in league.ask(who_wins, monkeypatch)} == nets
    assert {row[:2]: row[2] for row in league.ask(by_place, monkeypatch)} == found


def test_the_page_names_every_column() -> None:
    for name, schema in DATASETS.items():
        line = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}`"))
        assert all(f"`{column}`" in line for column in schema.names), name


def test_what_cannot_hold_an_archive_is_said(tmp_path: Path) -> None:
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive" / "games").write_text("x", encoding="utf-8")
    done = referee("check", "--summary", ROOT / "sample_games", "--out", tmp_path / "archive")
    assert done.returncode == 2
    assert b"cannot hold an archive" in done.stderr
