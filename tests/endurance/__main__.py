"""Runs the programs of this package."""

import argparse
import sys

from referee.store import sqlite
from tests import endurance
from tests.endurance import crowd, faults, flips, kills

PROGRAMS = {
    "kills": (kills.run, {"cycles": 200, "cuts": 20, "db": "sqlite"}),
    "faults": (faults.run, {"every": 1}),
    "crowd": (crowd.run, {"seconds": 20.0, "db": "sqlite"}),
    "flips": (flips.run, {"count": 2000}),
}


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.endurance",
        description=endurance.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    programs = parser.add_subparsers(dest="program", required=True)
    for name, (_, options) in PROGRAMS.items():
        program = programs.add_parser(name)
        for option, usual in options.items():
            choices = ("sqlite", "postgresql") if option == "db" else None
            program.add_argument(f"--{option}", type=type(usual), default=usual, choices=choices)
    asked = vars(parser.parse_args())
    print(f"SQLite {sqlite.VERSION}, journal mode {sqlite.journal_mode()}")
    run, _ = PROGRAMS[asked.pop("program")]
    outcomes = list(run(**asked))
    for outcome in outcomes:
        print(outcome.said, *outcome.problems, sep="\n")
    return any(outcome.problems for outcome in outcomes)


if __name__ == "__main__":
    sys.exit(main())
