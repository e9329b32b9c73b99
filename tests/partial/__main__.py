"""Removes information from legal evenings, and prints false findings.

``python -m tests.partial --game desmoche --count 2000`` tries this many evenings for each way; with
``--faulty`` each evening has one slip. ``--small 1`` names an overwritten card of each hand in
every fitting way, and compares. ``--cases`` masks the cases of the rules line by line.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from tests.partial.completions import small_record
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
    parser.add_argument(
        "--small",
        type=int,
        metavar="HOLES",
        help="every completion of hands in which so many cards are overwritten",
    )
    parser.add_argument("--cases", action="store_true", help="the cases, masked line by line")
    parser.add_argument("--out", type=Path, help="a folder for the logs that are judged wrongly")
    chosen = parser.parse_args()
    check_ways(parser, chosen.way or (), chosen.game or EVENINGS)
    with installed():
        _try_all(chosen)


def _try_all(chosen: argparse.Namespace) -> None:
    if chosen.small:
        for game in chosen.game or ["desmoche"]:
            _try_small(game, chosen)
        return
    if chosen.cases:
        for game in chosen.game or EVENINGS:
            _try_cases(game, chosen)
        return
    for game in chosen.game or EVENINGS:
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


def _try_small(game: str, chosen: argparse.Namespace) -> None:
    records = said = stands = certain = agree = told = alike = 0
    for seed in range(chosen.first, chosen.first + chosen.count):
        one = small_record(seed, chosen.small, chosen.faulty, game)
        if one is None or not one.whole:
            continue
        records += 1
        if too_much := one.findings - one.certain:
            print(f"  seed {seed}: {too_much} does not stand in every completion")
        if not one.tells_no_wrong_outcome:
            print(f"  seed {seed}: the outcome is not that of every completion")
        said, stands = said + len(one.findings & one.certain), stands + len(one.certain)
        if one.all_agree:
            told, alike = told + one.tells_its_outcome, alike + 1
        if len(one.outcomes) == 1:
            certain, agree = certain + one.tells_its_outcome, agree + 1
    print(f"{game}, {records} records: of {stands} findings that stand in every completion {said}")
    print(f"are told, of {alike} outcomes on which all agree {told}, and of {agree} on which those")
    print(f"agree that break the fewest rules {certain}")


def certain_hands(one: Trial) -> int:
    asked = {question["hand"] for question in one.said_of_poor["undecided"]}
    return sum(
        told["outcome"]["kind"] not in ("open", "undecided") and told["hand"] not in asked
        for told in one.said_of_poor["hands"]
    )


def still_found(one: Trial) -> tuple[int, int]:
    """Return how many slips with untouched lines are found, and their number."""
    whole = {
        number
        for number, event in zip(one.numbers, one.poor, strict=True)
        if number and _same(event, one.rich[number - 1])
    }
    said = {
        (one.numbers[found["event"] - 1], found["rule"]) for found in one.said_of_poor["findings"]
    }
    touched = [
        (found["event"], found["rule"])
        for found in one.said_of_rich["findings"]
        if found["kind"] != "missed" and whole.issuperset({found["event"], *found["cites"]})
    ]
    return sum(pair in said for pair in touched), len(touched)


def _same(event: dict[str, object], other: dict[str, object]) -> bool:
    return {**event, "event": 0} == {**other, "event": 0}


def _write(folder: Path, name: str, one: Trial) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in one.poor)
    (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    main()
