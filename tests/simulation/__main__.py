"""Write logs and what a referee should say about each: ``python -m tests.simulation``."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

from tests.simulation.faults import SLIPS
from tests.simulation.generate import faulty_session, lawful_session


def write(folder: Path, name: str, log: list[dict[str, Any]], expected: dict[str, Any]) -> None:
    """Write one log and its expected report."""
    lines = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in log)
    (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    text = json.dumps(expected, ensure_ascii=False, indent=1)
    (folder / f"{name}.expected.json").write_text(text + "\n", encoding="utf-8")


def main() -> None:
    """Read the command line and write the sessions."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100, help="how many sessions")
    parser.add_argument("--hands", type=int, help="hands in a session (default: 1 to 4)")
    parser.add_argument("--out", type=Path, required=True, help="folder for the logs")
    parser.add_argument("--faults", action="store_true", help="one slip in each session")
    parser.add_argument("--rule", help="with --faults: only slips against this rule")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    slips = [slip for slip in SLIPS if chosen.rule in (None, slip.rule)]
    for place in range(chosen.count):
        rng = Random(f"{chosen.seed}/{place}")
        if chosen.faults:
            slip = slips[place % len(slips)]
            name = f"fault-{place + 1:05d}-{slip.name}"
            log, expected = faulty_session(rng, slip, log_name=f"{name}.jsonl")
        else:
            name = f"legal-{place + 1:05d}"
            log, expected = lawful_session(rng, chosen.hands, log_name=f"{name}.jsonl")
        write(chosen.out, name, log, expected)


if __name__ == "__main__":
    main()
