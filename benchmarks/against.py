"""Compares the slips found in partial records with those that another checkout finds.

``python benchmarks/against.py FOLDER --game dimes --count 40`` judges evenings with one slip,
made partial in every way, by this checkout and by FOLDER, which needs its own ``.venv``. For each
way it prints how many findings FOLDER makes after a hole, how many of them the full record confirms
(``tests.partial.promise``), how many of these this checkout makes, too, and the missing ones.
``--explain`` leaves out missing findings that are not certain, because another slip explains the
record as well.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).resolve().parent.parent))

from explaining import another

from tests.partial.evenings import EVENINGS, check_ways
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
"""Reads one log per line, and writes its findings as one line."""


def judged(folder: Path, logs: Iterable[list[Event]]) -> Iterator[Report]:
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
    """Return the lines of the partial record in whose hand something is missing, there or
    before."""
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
    """A partial record as judged by two engines: the number of findings after a hole by the other
    one, and the findings of the full record that each of them makes."""

    drawn: int
    theirs: Sequence[dict[str, Any]]
    ours: Sequence[dict[str, Any]]

    @property
    def lost(self) -> list[dict[str, Any]]:
        """Return the findings that the other engine makes and ours does not."""
        return [one for one in self.theirs if one not in self.ours]


def beside(one: Trial, other: Report) -> Beside:
    """Return a trial with the report of another engine on the partial record."""
    holes = behind_holes(one)

    def behind(report: Report) -> Compared:
        found = [finding for finding in report["findings"] if finding["event"] in holes]
        return replace(one.promise, poor={"findings": found})

    theirs, ours = behind(other), behind(one.said_of_poor)
    return Beside(len(theirs.poor["findings"]), theirs.borne_out(), ours.borne_out())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="a checkout with a .venv")
    parser.add_argument("--game", choices=list(EVENINGS), required=True)
    parser.add_argument("--way", action="append", help="a kind of poverty (all where left out)")
    parser.add_argument("--count", type=int, default=40, help="evenings of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--explain", action="store_true", help="look for other explanations")
    chosen = parser.parse_args()
    check_ways(parser, chosen.way or (), [chosen.game])
    print(f"{chosen.game}: found there, borne out, not certain, found here, found here alone")
    every = Counter[str]()
    with installed():
        for way in chosen.way or EVENINGS[chosen.game].ways:
            every += _tried(way, chosen)
    _print_share("all", every)


def _tried(way: str, chosen: argparse.Namespace) -> Counter[str]:
    seeds = range(chosen.first, chosen.first + chosen.count)
    trials = {seed: trial(chosen.game, way, seed, faulty=True) for seed in seeds}
    made = {seed: one for seed, one in trials.items() if one is not None}
    others = judged(chosen.folder, (one.poor for one in made.values()))
    counts, lost = Counter[str](), []
    for (seed, one), other in zip(made.items(), others, strict=True):
        told = beside(one, other)
        counts["drawn"] += told.drawn
        counts["theirs"] += len(told.theirs)
        counts["both"] += len(told.theirs) - len(told.lost)
        counts["alone"] += len(told.ours) - len(told.theirs) + len(told.lost)
        for finding in told.lost:
            explained = chosen.explain and another(one, finding) is not None
            counts["explained"] += explained
            why = ", not certain" if explained else ""
            lost.append(f"    seed {seed}: {finding['rule']} of line {finding['event']}{why}")
    _print_share(way, counts)
    for row in lost:
        print(row)
    return counts


def _print_share(way: str, counts: Counter[str]) -> None:
    names = ("drawn", "theirs", "explained", "both", "alone")
    drawn, theirs, explained, both, alone = (counts[name] for name in names)
    share = both / max(theirs - explained, 1)
    print(f"  {drawn:5} {theirs:5} {explained:5} {both:5} {share:7.1%} {alone:5}  {way}")


if __name__ == "__main__":
    main()
