"""Runs the programs of this package."""

from __future__ import annotations

import argparse
import sys

from referee.store import sqlite
from tests import endurance
from tests.endurance import crowd, faults, flips, kills, servers


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.endurance",
        description=endurance.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    acts = parser.add_subparsers(dest="act", required=True)
    killing = acts.add_parser("kills")
    killing.add_argument("--cycles", type=int, default=200)
    killing.add_argument("--db", choices=("sqlite", "postgresql"), default="sqlite")
    killing.add_argument("--cuts", type=int, default=20, help="kills of the server itself")
    serving = acts.add_parser("servers")
    serving.add_argument("--seconds", type=float, default=20)
    acts.add_parser("faults").add_argument("--every", type=int, default=1)
    acts.add_parser("crowd").add_argument("--seconds", type=float, default=20)
    acts.add_parser("flips").add_argument("--count", type=int, default=2000)
    asked = parser.parse_args()
    if asked.act != "servers" and getattr(asked, "db", "sqlite") == "sqlite":
        print(f"SQLite {sqlite.VERSION}, journal mode {sqlite.journal_mode()}")
    match asked.act:
        case "kills":
            on_a_server = asked.db == "postgresql"
            killed = (
                kills.run_on_a_server(asked.cycles, asked.cuts)
                if on_a_server
                else kills.run(asked.cycles)
            )
            kills.report(killed)
            problems = killed.problems
        case "faults":
            suffered = faults.run(asked.every)
            faults.report(suffered)
            problems = [problem for one in suffered for problem in one.problems]
        case "crowd":
            crowded = crowd.run(asked.seconds)
            crowd.report(crowded)
            problems = crowded.problems
        case "servers":
            served = servers.run(asked.seconds)
            servers.report(served)
            problems = served.problems
        case _:
            flipped = flips.run(asked.count)
            flips.report(flipped)
            problems = flipped.problems
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
