"""Holds a compiled wheel against the Python it was made from: ``python -m tests.compiled [WHEEL]``.

Builds the wheel, if none is given, which takes a C compiler and some minutes; installs it into an
environment of its own, and lets both builds tell their rulebooks, schemas and helps, and judge the
cases of the rules, simulated evenings, lawful and with slips, and the evenings of the benchmarks.
Prints what differs, if anything, and ends with 1 then.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from referee_schemas.reading import read_lines

from benchmarks.evenings import evenings, games
from tests import every_game
from tests.simulation import faulty_session, lawful_session
from tests.simulation.faults import SLIPS

ROOT = Path(__file__).parent.parent.parent
OBSERVING = Path(__file__).with_name("observing.py")
PLUG_IN = ROOT / "docs" / "plug-in" / "high_card.py"
LAWFUL = 40
FAULTY = 2
"""Simulated evenings: in all, and for each slip."""

Log = list[dict[str, Any]]


def logs() -> Iterator[Log]:
    """What both builds judge."""
    for path in every_game.all_files():
        yield from (case.events for case in every_game.cases(path))
    for seed in range(LAWFUL):
        yield lawful_session(Random(f"compiled/{seed}"))[0]
    for slip in SLIPS:
        for seed in range(FAULTY):
            yield faulty_session(Random(f"compiled/{slip.name}/{seed}"), slip)[0]
    for game in games():
        for log in (*evenings(game).warming, *evenings(game).measured):
            yield [dict(event) for event in read_lines(log, game)]


def built(folder: Path) -> Path:
    """The wheel with compiled modules."""
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)],
        check=True, env=os.environ | {"REFEREE_COMPILE": "1"}, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    (wheel,) = folder.glob("*.whl")
    return wheel


def installed(wheel: Path, folder: Path) -> Path:
    """The Python of an environment with this wheel."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    return python


def observed(python: Path, folder: Path, judged: Path) -> dict[str, Any]:
    """What the build that this Python has says."""
    folder.mkdir()
    program = shutil.copy(OBSERVING, folder)
    shutil.copy(PLUG_IN, folder)
    said = folder / "said.json"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(
        [str(python), program, str(judged), str(said)],
        check=True, cwd=folder, env=environment | {"PYTHONHASHSEED": "0", "COLUMNS": "100"},
    )  # fmt: skip
    found: dict[str, Any] = json.loads(said.read_text())
    return found


def differences(one: Any, other: Any, where: str = "") -> Iterator[str]:
    """Where two values differ, and what stands there."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted(one.keys() | other.keys()):
            yield from differences(one.get(name), other.get(name), f"{where}/{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, pair in enumerate(zip(one, other, strict=True)):
            yield from differences(*pair, f"{where}/{place}")
    elif one != other:
        yield f"{where}: {one!r:.200}, compiled {other!r:.200}"


def main() -> None:
    with TemporaryDirectory() as place:
        folder = Path(place)
        wheel = Path(sys.argv[1]) if len(sys.argv) > 1 else built(folder / "wheels")
        judged = folder / "logs.json"
        judged.write_text(json.dumps(list(logs())))
        written = observed(Path(sys.executable), folder / "written", judged)
        compiled = observed(installed(wheel, folder / "environment"), folder / "compiled", judged)
    assert not written.pop("compiled"), "the checkout itself is compiled"
    assert compiled.pop("compiled"), f"{wheel} has no compiled modules"
    found = list(differences(written, compiled))
    print(*found[:20], sep="\n")
    print(f"{len(written['logs'])} logs, {len(found)} differences between the two builds")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
