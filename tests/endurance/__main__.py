"""Runs the programs of this package."""

from __future__ import annotations

import argparse
import sys

from referee.store import sqlite
from tests import endurance
from tests.endurance import crowd, faults, flips, kills
from tests.endurance.starting import Outcome


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.endurance",
        description=endurance.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    acts = parser.add_subparsers(dest="act", required=True)
    killing = acts.add_parser("kills")
    killing.add_argument("--cycles", type=int, default=200)
    killing.add_argument("--cuts", type=int, default=20, help="kills of the server itself")
    acts.add_parser("faults").add_argument("--every", type=int, default=1)
    crowding = acts.add_parser("crowd")
    crowding.add_argument("--seconds", type=float, default=20)
    for one in (killing, crowding):
        one.add_argument("--db", choices=("sqlite", "postgresql"), default="sqlite")
    acts.add_parser("flips").add_argument("--count", type=int, default=2000)
    asked = parser.parse_args()
    on_a_server = getattr(asked, "db", "") == "postgresql"
    if not on_a_server:
        print(f"SQLite {sqlite.VERSION}, journal mode {sqlite.journal_mode()}")
    outcomes = done(asked, on_a_server)
    for outcome in outcomes:
        print(outcome.said, *outcome.problems, sep="\n")
    return any(outcome.problems for outcome in outcomes)


def done(asked: argparse.Namespace, on_a_server: bool) -> list[Outcome]:
    match asked.act:
        case "kills" if on_a_server:
            return [kills.run_on_a_server(asked.cycles, asked.cuts)]
        case "kills":
            return [kills.run(asked.cycles)]
        case "faults":
            return [faults.run(asked.every)]
        case "crowd" if on_a_server:
            return crowd.run_on_a_server(asked.seconds)
        case "crowd":
            return [crowd.run(asked.seconds)]
    return [flips.run(asked.count)]


if __name__ == "__main__":
    sys.exit(main())
