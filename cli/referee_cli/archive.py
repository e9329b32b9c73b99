"""Archives of judged logs as Parquet, with one folder for each kind of row, for SQL queries.

``docs/archives.md`` lists the columns. Only logs that changed since the last run are judged again,
as the SHA-256 of their bytes shows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from referee.judging.report import Report, who_pays_whom
from referee_cli.output import WrongUse

Row = dict[str, Any]
Rows = dict[str, list[Row]]
"""The rows of some logs, by dataset."""

ROWS_AT_ONCE: Final = 10_000
"""Rows of one kind to buffer before writing; as objects they take 20 MB."""

PART: Final = "part-00001.parquet"
UNFINISHED: Final = ".unfinished"

_TYPES: Final[Mapping[str, pa.DataType]] = {
    "text": pa.string(),
    "number": pa.int64(),
    "count": pa.int32(),
    "status": pa.int8(),
    "texts": pa.list_(pa.string()),
    # as large as a log allows, and their sums
    "money": pa.decimal128(38, 0),
}

_COLUMNS: Final = {
    "games": "log:text sha256:text exit:status error:text game:text edition:count house:text "
    "title:text place:text date:text unit:text players:texts events:count hands:count "
    "findings:count undecided:count moved:money carried:money",
    "hands": "log:text hand:count first_event:count last_event:count dealer:text bet:money "
    "pot:money outcome:text winner:text win:text event:count carried:money",
    "net": "log:text hand:count player:text net:money score:money",
    "findings": "log:text event:number hand:count rule:text kind:text player:text status:text "
    "message:text",
    "payments": "log:text giver:text taker:text amount:money",
    "undecided": "log:text event:number hand:count rule:text player:text question:text "
    "would_decide:text",
}

DATASETS: Final[Mapping[str, pa.Schema]] = {
    name: pa.schema(
        [(column.split(":")[0], _TYPES[column.split(":")[1]]) for column in columns.split()]
    )
    for name, columns in _COLUMNS.items()
}


def rows_of(
    log: str, sha256: str | None, exit_status: int, opening: Mapping[str, Any], report: Report
) -> Rows:
    """Return the rows of a readable log."""
    moved = sum(amount for amount in report["totals"].values() if amount > 0)
    about = {key: opening.get(key) for key in ("title", "place", "date", "unit")}
    game = {
        "log": log,
        "sha256": sha256,
        "exit": exit_status,
        "game": report["game"],
        "edition": report["edition"],
        "house": json.dumps(report["house"], ensure_ascii=False, sort_keys=True),
        "players": report["players"],
        "events": report["events"],
        "moved": moved,
        "carried": report["carried"],
        **{each: len(report[each]) for each in ("hands", "findings", "undecided")},
        **about,
    }
    return {
        "games": [game],
        "hands": [_hand(log, hand) for hand in report["hands"]],
        "net": [row for hand in report["hands"] for row in _net(log, hand)],
        "findings": [_taken("findings", {"log": log, **finding}) for finding in report["findings"]],
        "payments": [{"log": log, **asdict(transfer)} for transfer in who_pays_whom(report)],
        "undecided": [
            _taken("undecided", {"log": log, **question}) for question in report["undecided"]
        ],
    }


def row_of_unreadable(log: str, sha256: str | None, exit_status: int, error: str) -> Rows:
    """Return the one row of an unreadable log."""
    return {"games": [{"log": log, "sha256": sha256, "exit": exit_status, "error": error}]}


def _hand(log: str, hand: Mapping[str, Any]) -> Row:
    outcome = hand["outcome"]
    row = {**hand, "log": log, "outcome": outcome["kind"]}
    return _taken("hands", {**row, **{key: outcome.get(key) for key in _OF_THE_OUTCOME}})


_OF_THE_OUTCOME: Final = ("winner", "win", "event")


def _net(log: str, hand: Mapping[str, Any]) -> Iterator[Row]:
    money, points = hand.get("net") or {}, hand.get("scores") or {}
    for player in dict.fromkeys([*money, *points]):
        yield {
            "log": log,
            "hand": hand["hand"],
            "player": player,
            "net": money.get(player),
            "score": points.get(player),
        }


def _taken(dataset: str, row: Mapping[str, Any]) -> Row:
    return {name: row.get(name) for name in DATASETS[dataset].names}


class Archive:
    """The datasets in a folder, while an audit writes them. They stay as they were until
    ``finish``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._waiting: Rows = {name: [] for name in DATASETS}
        self._writers: dict[str, pq.ParquetWriter] = {}
        self._same: set[str] = set()
        try:
            for name in DATASETS:
                (folder / name).mkdir(parents=True, exist_ok=True)
            self.known = self._read_known()
        except (OSError, pa.ArrowException) as problem:
            text = "{folder} cannot hold an archive: {problem}."
            raise WrongUse(text, folder=folder, problem=str(problem)) from problem

    def _read_known(self) -> dict[str, str]:
        """Return the logs that were judged before, each with its hash; none if the columns were
        others then."""
        schemas = [(name, pq.read_schema(part)) for name in DATASETS for part in self._parts(name)]
        known: dict[str, str] = {}
        if all(schema.equals(DATASETS[name]) for name, schema in schemas):
            for part in self._parts("games"):
                logs, hashes = pq.read_table(part, columns=["log", "sha256"]).columns
                known |= dict(zip(logs.to_pylist(), hashes.to_pylist(), strict=True))
        return known

    def _parts(self, name: str) -> list[Path]:
        return sorted((self.folder / name).glob("*.parquet"))

    def add(self, rows: Rows, same: Sequence[str]) -> None:
        """Add the rows of some logs, and logs that are unchanged since they were judged."""
        self._same.update(same)
        for name, more in rows.items():
            self._waiting[name] += more
            if len(self._waiting[name]) >= ROWS_AT_ONCE:
                self._write(name)

    def _write(self, name: str) -> None:
        table = pa.Table.from_pylist(self._waiting[name], DATASETS[name])
        self._writer(name).write_table(table)
        self._waiting[name] = []

    def _writer(self, name: str) -> pq.ParquetWriter:
        if name not in self._writers:
            fresh = self.folder / name / f"{PART}{UNFINISHED}"
            self._writers[name] = pq.ParquetWriter(fresh, DATASETS[name], compression="zstd")
        return self._writers[name]

    def finish(self) -> None:
        """Add the rows of unchanged logs, and replace the old files. If this is interrupted, the
        next run judges again what is missing."""
        for name in DATASETS:
            self._write(name)
            for batch in self._unchanged(name):
                self._writer(name).write_batch(batch)
            self._writer(name).close()
        # a log listed among the games is complete: games are replaced last
        for name in reversed(list(DATASETS)):
            old = self._parts(name)
            part = self.folder / name / PART
            part.with_name(f"{PART}{UNFINISHED}").replace(part)
            for other in old:
                if other != part:
                    other.unlink()

    def _unchanged(self, name: str) -> Iterator[pa.RecordBatch]:
        """Yield the rows of the unchanged logs as they were written before."""
        same = pa.array(sorted(self._same), pa.string())
        for part in self._parts(name) if self._same else ():
            for batch in pq.ParquetFile(part).iter_batches():
                yield batch.filter(pc.is_in(batch["log"], value_set=same))

    def same_as_before(self) -> Iterator[Row]:
        """Yield the games of the unchanged logs. Call it before ``finish``."""
        for batch in self._unchanged("games"):
            yield from batch.to_pylist()

    def found_before(self) -> Iterator[tuple[str, str]]:
        """Yield the rule and the kind of every finding in the unchanged logs."""
        for batch in self._unchanged("findings"):
            yield from zip(batch["rule"].to_pylist(), batch["kind"].to_pylist(), strict=True)
