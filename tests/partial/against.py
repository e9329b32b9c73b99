"""Find the slips of poorer records beside the engine of another checkout.

``python -m tests.partial.against FOLDER --game dimes --count 40`` judges evenings with one slip,
made poorer in every way, by this checkout and by FOLDER, which needs a ``.venv`` of its own. For
each way it prints how many findings FOLDER draws behind a hole, how many of them the whole record
bears out (``tests.partial.promise``), how many of these are drawn here, too, and what is lost.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from tests.partial.evenings import EVENINGS
from tests.partial.poverty import Event
from tests.partial.promise import Compared, Report
from tests.partial.trying import Trial, trial
from tests.plug_ins.example import installed

JUDGING: Final = """
import json, sys
from referee.judging.replay import judge
for line in sys.stdin:
    print(json.dumps(judge(json.loads(line))["findings"]))
"""
"""Read a log a line, and write its findings in a line."""


def judged(folder: Path, logs: Iterable[list[Event]]) -> Iterator[Report]:
    """Return what another checkout finds in each of these logs."""
    done = subprocess.run(
        [folder.resolve() / ".venv" / "bin" / "python", "-c", JUDGING],
        cwd=folder,
        input="".join(json.dumps(log) + "\n" for log in logs),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return ({"findings": json.loads(line)} for line in done.stdout.splitlines())


def behind_holes(one: Trial) -> frozenset[int]:
    """Return the lines of the poorer record in whose hand something is lost, there or before."""
    found, lost, last = set[int](), False, 0
    for line, (number, event) in enumerate(zip(one.numbers, one.poor, strict=True), 1):
        if event["type"] == "hand":
            lost = False
        elif number != last + 1 or event != one.rich[number - 1]:
            lost = True
        if lost:
            found.add(line)
        last = number
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Beside:
    """A poorer record as two engines judge it: the richer one's findings that each still draws."""

    seed: int
    drawn: int
    theirs: Sequence[dict[str, Any]]
    ours: Sequence[dict[str, Any]]

    @property
    def lost(self) -> list[dict[str, Any]]:
        """Return what they find and we do not."""
        return [one for one in self.theirs if one not in self.ours]


def beside(seed: int, one: Trial, other: Report) -> Beside:
    """Return a trial beside the report of another engine on the poorer record."""
    holes = behind_holes(one)

    def behind(report: Report) -> Compared:
        found = [finding for finding in report["findings"] if finding["event"] in holes]
        return replace(one.promise, poor={"findings": found})

    theirs, ours = behind(other), behind(one.said_of_poor)
    return Beside(seed, len(theirs.poor["findings"]), theirs.borne_out(), ours.borne_out())


def main() -> None:
    """Read the command line, and print a line for each kind of poverty and for what is lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.partial.against", description=__doc__)
    parser.add_argument("folder", type=Path, help="a checkout with a .venv")
    parser.add_argument("--game", choices=list(EVENINGS), required=True)
    parser.add_argument("--way", action="append", help="a kind of poverty (all where left out)")
    parser.add_argument("--count", type=int, default=40, help="evenings of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    chosen = parser.parse_args()
    print(f"{chosen.game}: found there, borne out, of these found here, found here alone")
    with installed():
        every = [
            one for way in chosen.way or EVENINGS[chosen.game].ways for one in _tried(way, chosen)
        ]
    _print_share("all", every)


def _tried(way: str, chosen: argparse.Namespace) -> list[Beside]:
    seeds = range(chosen.first, chosen.first + chosen.count)
    trials = {seed: trial(chosen.game, way, seed, faulty=True) for seed in seeds}
    made = {seed: one for seed, one in trials.items() if one is not None}
    others = judged(chosen.folder, (one.poor for one in made.values()))
    told = [
        beside(seed, one, other) for (seed, one), other in zip(made.items(), others, strict=True)
    ]
    _print_share(way, told)
    for one in told:
        for finding in one.lost:
            print(f"    seed {one.seed}: {finding['rule']} of line {finding['event']}")
    return told


def _print_share(way: str, told: Sequence[Beside]) -> None:
    drawn = sum(one.drawn for one in told)
    theirs = sum(len(one.theirs) for one in told)
    ours = sum(len(one.ours) for one in told)
    both = theirs - sum(len(one.lost) for one in told)
    share = both / max(theirs, 1)
    print(f"  {drawn:5} {theirs:5} {both:5} {share:7.1%} {ours - both:5}  {way}")


if __name__ == "__main__":
    main()
