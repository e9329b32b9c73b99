"""Archives of judged logs as Parquet, with one folder for each kind of row, for SQL queries.

``docs/archives.md`` lists the columns. Only logs that changed since the last run are judged again,
as the SHA-256 of their bytes shows.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from referee_cli.output import WrongUse
from referee_cli.workers import COLUMNS, Row, Rows

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

DATASETS: Final[Mapping[str, pa.Schema]] = {
    name: pa.schema(
        [(column.split(":")[0], _TYPES[column.split(":")[1]]) for column in columns.split()]
    )
    for name, columns in COLUMNS.items()
}


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

    def add(self, rows: Rows, same: str) -> None:
        """Add the rows of a judged log, or the name of a log that need not be judged again."""
        self._same |= {same} - {""}
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

    def unchanged(self, name: str) -> Iterator[Row]:
        """Yield the rows of the unchanged logs in a dataset. Call it before ``finish``."""
        for batch in self._unchanged(name):
            yield from batch.to_pylist()
