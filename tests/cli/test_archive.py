"""Parquet files of an audit agree with the audit, and later runs judge only changed logs."""

import json
import re
from collections import Counter
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
    parts = sorted((archive / dataset).glob("*.parquet"))
    return [row for part in parts for row in pq.read_table(part).to_pylist()]


def tables(archive: Path) -> dict[str, list[str]]:
    """Return the rows of all tables, sorted."""
    return {name: sorted(map(str, rows(archive, name))) for name in DATASETS}


def audited(logs: Path, *words: object) -> str:
    done = referee("check", "--summary", logs, *words, COLUMNS="500")
    assert done.returncode == 3
    return done.stdout.decode()


def test_only_what_has_changed_is_judged_again(logs: Path, tmp_path: Path) -> None:
    archive, fresh = tmp_path / "archive", tmp_path / "fresh"
    first = audited(logs, "--out", archive)
    before = tables(archive)
    (error,) = (row["error"] for row in rows(archive, "games") if row["exit"] == 3)
    assert "broken.jsonl, line 1" in error
    assert audited(logs, "--out", archive, "--json") == ""
    assert audited(logs, "--out", archive) == first
    assert tables(archive) == before
    changed = logs / "clean-evening.jsonl"
    changed.write_bytes(changed.read_bytes() + b'{"type": "note", "note": "later"}\n')
    (logs / "priority-quarrel.jsonl").unlink()
    again = audited(logs, "--out", archive, "--json").splitlines()
    assert [json.loads(line)["log"] for line in again] == [str(changed)]
    assert audited(logs, "--out", archive) == audited(logs, "--out", fresh) == audited(logs)
    assert tables(archive) == tables(fresh)


@pytest.mark.parametrize("dataset", DATASETS)
def test_a_run_that_is_broken_off_doubles_nothing(logs: Path, tmp_path: Path, dataset: str) -> None:
    """Interrupt a run when the files of one table are not replaced yet."""
    archive = tmp_path / "archive"
    audited(logs, "--out", archive)
    whole, names = tables(archive), list(DATASETS)
    for name in names[: names.index(dataset) + 1]:
        for part in (archive / name).glob("*.parquet"):
            part.rename(part.with_name(part.name + UNFINISHED))
    (archive / UNFINISHED).touch()
    audited(logs, "--out", archive)
    assert tables(archive) == whole


def test_games_of_the_record_book_are_judged_again_when_they_grow(tmp_path: Path) -> None:
    book, archive = tmp_path / "book.db", tmp_path / "archive"
    log = ROOT / "sample_games" / "clean-evening.jsonl"
    assert referee("book", "import", log, "--name", "friday", book=book).returncode == 0
    for judged in (1, 0, 1):
        done = referee("check", "--summary", "friday", "--json", "--out", archive, book=book)
        assert len(done.stdout.splitlines()) == judged
        if not judged:
            referee("add", "friday", '{"type": "note", "note": "later"}', book=book)
    assert len(rows(archive, "games")) == 1


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]]]:
    """Return the archive of several games, some with slips and unseen cards, and their audit."""
    folder = tmp_path_factory.mktemp("league")
    for game in ("desmoche", "golf", "conquien"):
        league = ("--game", game, "--hands", "90", "--slips", "0.4", "--masks", "0.02")
        assert referee("simulate", folder / "logs" / game, *league).returncode == 0
    done = referee("check", "--summary", folder / "logs", "--json", "--out", folder / "archive")
    return folder / "archive", [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("query", QUERIES, ids=range(len(QUERIES)))
def test_every_question_of_the_page_is_answered(league, query: str, monkeypatch) -> None:
    monkeypatch.chdir(league[0])
    answer = duckdb.sql(query).fetchall()
    assert bool(answer) != ("add up" in PAGE[: PAGE.index(query)].rsplit("\n\n", 2)[-2])


def test_the_answers_are_what_the_audit_says(league, monkeypatch) -> None:
    archive, told = league
    exits = {row["log"]: row["exit"] for row in rows(archive, "games")}
    assert exits == {one["log"]: one["exit"] for one in told}
    for dataset in ("hands", "undecided"):
        there = Counter(row["log"] for row in rows(archive, dataset))
        assert there == Counter({one["log"]: len(one["report"][dataset]) for one in told})
    broken, nets, found = Counter[Any](), Counter[Any](), Counter[Any]()
    for one in told:
        report, opening = one["report"], next(read_log(one["log"]))
        for finding in report["findings"]:
            if finding["kind"] == "violation":
                broken[report["game"], report["edition"], finding["rule"]] += 1
        for hand in report["hands"]:
            for player, net in hand.get("net", {}).items():
                nets[report["house"].get("play_everything"), player] += net
        found[opening["place"], opening["date"][:7]] += len(report["findings"])
    monkeypatch.chdir(archive)
    how_often, who_wins, by_place = (duckdb.sql(query).fetchall() for query in QUERIES[:3])
    assert {row[:3]: row[3] for row in how_often} == broken
    assert {row[:2]: row[3] for row in who_wins} == nets
    assert {row[:2]: row[2] for row in by_place} == found


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
