"""The evenings in ``archive/``: a file a game, one log after another, lawful ones and some with
slips. They never change, so that counts of today can be compared with those of a year ago.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ARCHIVE = Path(__file__).parent / "archive"
OPENS_A_LOG = b'{"type": "game"'
WARMS_UP = 3
"""One log of so many is only there to fill the caches, as an archive's other logs would."""

Log = list[bytes]


@dataclass(frozen=True)
class Evenings:
    """The logs of one game, as lines: some to warm up with, and those that are measured."""

    game: str
    warming: list[Log]
    measured: list[Log]

    @property
    def events(self) -> int:
        return sum(map(len, self.measured))


def games() -> list[str]:
    """The games that have evenings in the archive, Desmoche first."""
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
