"""Removes information from legal evenings, and prints false findings.

``python -m tests.partial --game desmoche --count 2000`` tries this many evenings for each way; with
``--faulty`` each evening has one slip. ``--cases`` masks the cases of the rules line by line.
"""

import argparse
import json
from collections import Counter
from pathlib import Path

from referee.judging.findings import MISSED
from tests.partial.evenings import EVENINGS, check_ways
from tests.partial.library import masked_cases
from tests.partial.trying import Trial, trial
from tests.plug_ins.example import installed


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.partial", description=__doc__)
    parser.add_argument("--game", choices=list(EVENINGS), action="append")
    parser.add_argument("--way", action="append", help="a kind of poverty (all where left out)")
    parser.add_argument("--count", type=int, default=200, help="evenings of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--faulty", action="store_true", help="evenings with one slip each")
    parser.add_argument("--cases", action="store_true", help="the cases, masked line by line")
    parser.add_argument("--out", type=Path, help="a folder for the logs that are judged wrongly")
    chosen = parser.parse_args()
    check_ways(parser, chosen.way or (), chosen.game or EVENINGS)
    with installed():
        for game in chosen.game or EVENINGS:
            if chosen.cases:
                _try_cases(game, chosen)
                continue
            print(f"{game}: of {chosen.count} evenings each")
            for way in chosen.way or EVENINGS[game].ways:
                _try(game, way, chosen)


def _try(game: str, way: str, chosen: argparse.Namespace) -> None:
    bad, found, seeds = 0, Counter[str](), dict[str, int]()
    certain = all_hands = kept = slips = 0
    for seed in range(chosen.first, chosen.first + chosen.count):
        one = trial(game, way, seed, chosen.faulty)
        if one is None:
            continue
        bad += bool(one.broken)
        for broken in {said.what for said in one.broken}:
            found[broken] += 1
            seeds.setdefault(broken, seed)
        if one.broken and chosen.out:
            _write(chosen.out, f"{game}-{way}-{seed}".replace(" ", "_").replace("%", "pc"), one)
        certain += certain_hands(one)
        all_hands += len(one.said_of_poor["hands"])
        still, of = still_found(one)
        kept, slips = kept + still, slips + of
    share = f"{certain / max(all_hands, 1):6.1%} of outcomes certain"
    if chosen.faulty:
        share += f", {kept} of {slips} slips still found"
    print(f"  {bad:5}  {way:38} {share}")
    for what, times in found.most_common():
        print(f"         {times:5} {what} (first: seed {seeds[what]})")


def _try_cases(game: str, chosen: argparse.Namespace) -> None:
    tried, bad = 0, 0
    for tried, one in enumerate(masked_cases(game), 1):
        if not one.trial.broken:
            continue
        bad += 1
        said = ", ".join(f"{broken.what} at {broken.event}" for broken in one.trial.broken)
        print(f"  {one.file}: {one.title}: {one.mask}: {said}")
        if chosen.out:
            _write(chosen.out, f"{game}-cases-{tried}", one.trial)
    print(f"{game}: {bad} of {tried} masked cases say too much")


def certain_hands(one: Trial) -> int:
    asked = {question["hand"] for question in one.said_of_poor["undecided"]}
    return sum(
        told["outcome"]["kind"] not in ("open", "undecided") and told["hand"] not in asked
        for told in one.said_of_poor["hands"]
    )


def still_found(one: Trial) -> tuple[int, int]:
    """Return how many slips of the full record the partial one shows, and their number."""
    found = [was for was in one.promise.borne_out() if was["kind"] != MISSED]
    return len(found), sum(was["kind"] != MISSED for was in one.said_of_rich["findings"])


def _write(folder: Path, name: str, one: Trial) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in one.poor)
    (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    main()
