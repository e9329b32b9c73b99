"""Archives of judged logs as Parquet, with one folder for each kind of row, for SQL queries.

``docs/archives.md`` lists the columns. Only logs that changed since the last run are judged again,
as the SHA-256 of their bytes shows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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

PART: Final = "part-{number:05}.parquet"
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
    name: pa.schema([(one.split(":")[0], _TYPES[one.split(":")[1]]) for one in columns.split()])
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
        "payments": [
            {
                "log": log,
                "giver": transfer.giver,
                "taker": transfer.taker,
                "amount": transfer.amount,
            }
            for transfer in who_pays_whom(report)
        ],
        "undecided": [
            _taken("undecided", {"log": log, **question}) for question in report["undecided"]
        ],
    }


def row_of_unreadable(log: str, sha256: str | None, exit_status: int, error: str) -> Rows:
    """Return the one row of an unreadable log."""
    return {"games": [{"log": log, "sha256": sha256, "exit": exit_status, "error": error}]}


def _hand(log: str, hand: Mapping[str, Any]) -> Row:
    outcome = hand["outcome"]
    told = {**hand, "log": log, "outcome": outcome["kind"]}
    return _taken("hands", {**told, **{key: outcome.get(key) for key in _OF_THE_OUTCOME}})


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
                for left in (folder / name).glob(f"*{UNFINISHED}*"):
                    left.unlink()
            self.known = self._read_known()
            if self._marker.exists():
                self._tidy()
        except (OSError, pa.ArrowException) as problem:
            text = "{folder} cannot hold an archive: {problem}."
            raise WrongUse(text, folder=folder, problem=str(problem)) from problem

    @property
    def _marker(self) -> Path:
        """The file that exists while the datasets are inconsistent."""
        return self.folder / UNFINISHED

    def _tidy(self) -> None:
        """Remove the rows that an interrupted run wrote about logs that it did not finish."""
        known = pa.array(self.known, pa.string())
        for name in DATASETS:
            for part in self._parts(name):
                _rewrite(part, lambda log: pc.is_in(log, value_set=known))
        self._marker.unlink()

    def _read_known(self) -> dict[str, str]:
        """Return the logs that were judged before, each with its hash."""
        known: dict[str, str] = {}
        for part in self._parts("games"):
            table = pq.read_table(part, columns=["log", "sha256"])
            known |= dict(zip(table["log"].to_pylist(), table["sha256"].to_pylist(), strict=True))
        return known

    def _parts(self, name: str) -> list[Path]:
        return sorted((self.folder / name).glob("part-*.parquet"))

    def add(self, rows: Rows, same: Sequence[str]) -> None:
        """Add the rows of some logs, and logs that are unchanged since they were judged."""
        self._same.update(same)
        for name, more in rows.items():
            self._waiting[name] += more
            if len(self._waiting[name]) >= ROWS_AT_ONCE:
                self._write(name)

    def _write(self, name: str) -> None:
        if name not in self._writers:
            fresh = self.folder / name / f"{self._next(name)}{UNFINISHED}"
            self._writers[name] = pq.ParquetWriter(fresh, DATASETS[name], compression="zstd")
        table = pa.Table.from_pylist(self._waiting[name], DATASETS[name])
        self._writers[name].write_table(table)
        self._waiting[name] = []

    def _next(self, name: str) -> str:
        numbers = [int(part.stem.partition("-")[2]) for part in self._parts(name)]
        return PART.format(number=max(numbers, default=0) + 1)

    def finish(self) -> None:
        """Replace the old rows of logs that have changed or are gone. If this is interrupted, the
        next run judges these logs again."""
        for name in DATASETS:
            if self._waiting[name]:
                self._write(name)
        for writer in self._writers.values():
            writer.close()
        self._marker.touch()
        stale = pa.array(sorted(self.known.keys() - self._same), pa.string())
        # a log listed among the games is complete: games are removed first and added last
        if len(stale):
            for name in DATASETS:
                for part in self._parts(name):
                    _rewrite(part, lambda log: pc.invert(pc.is_in(log, value_set=stale)))
        for name in reversed(list(DATASETS)):
            for fresh in (self.folder / name).glob(f"*{UNFINISHED}"):
                fresh.replace(fresh.with_name(fresh.name.removesuffix(UNFINISHED)))
        self._marker.unlink()

    def same_as_before(self) -> Iterator[Row]:
        """Yield the games of the unchanged logs. Call it before ``finish``."""
        for part in self._parts("games"):
            for batch in pq.ParquetFile(part).iter_batches():
                yield from (row for row in batch.to_pylist() if row["log"] in self._same)

    def found_before(self) -> Iterator[tuple[str, str, int]]:
        """Yield each rule broken in the unchanged logs, the kind of the finding, and their
        number."""
        same = pa.array(sorted(self._same), pa.string())
        for part in self._parts("findings"):
            table = pq.read_table(part, columns=["log", "rule", "kind"])
            counted = table.filter(pc.is_in(table["log"], value_set=same))
            for row in (
                counted.group_by(["rule", "kind"]).aggregate([([], "count_all")]).to_pylist()
            ):
                yield row["rule"], row["kind"], row["count_all"]


def _rewrite(part: Path, kept: Callable[[pa.ChunkedArray], pa.ChunkedArray]) -> None:
    """Rewrite a part with the kept rows only, or remove it if none is left."""
    table = pq.read_table(part)
    rest = table.filter(kept(table["log"]))
    if not rest.num_rows:
        part.unlink()
    elif rest.num_rows < table.num_rows:
        fresh = part.with_name(f"{part.name}{UNFINISHED}-again")
        pq.write_table(rest, fresh, compression="zstd")
        fresh.replace(part)


def together(many: Iterable[Rows]) -> Rows:
    """Return the rows of several logs."""
    rows: Rows = {}
    for one in many:
        for name, more in one.items():
            rows.setdefault(name, []).extend(more)
    return rows
