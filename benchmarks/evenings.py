"""The evenings in ``archive/``: one file for each game, one log after another, some with slips.
They never change, so that today's rates can be compared with those of a year ago."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ARCHIVE = Path(__file__).parent / "archive"
OPENS_A_LOG = b'{"type": "game"'
WARMS_UP = 3
"""One log in this many only fills the caches, as the other logs of an archive would."""

Log = list[bytes]


@dataclass(frozen=True)
class Evenings:
    """The logs of one game, as lines: those that warm up the caches, and those to measure."""

    game: str
    warming: list[Log]
    measured: list[Log]

    @property
    def events(self) -> int:
        return sum(map(len, self.measured))


def games() -> list[str]:
    """Return the games with evenings in the archive, Desmoche first."""
    names = sorted(path.stem for path in ARCHIVE.glob("*.jsonl"))
    return sorted(names, key=lambda name: name != "desmoche")


def evenings(game: str) -> Evenings:
    logs: list[Log] = []
    for line in (ARCHIVE / f"{game}.jsonl").read_bytes().splitlines():
        if line.startswith(OPENS_A_LOG):
            logs.append([])
        logs[-1].append(line)
    measured = [log for place, log in enumerate(logs) if place % WARMS_UP]
    return Evenings(game, logs[::WARMS_UP], measured)
