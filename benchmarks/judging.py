"""Events per second that are read and judged, on one core.

    python benchmarks/judging.py [--hands 5000]

Writes an archive of evenings without faults to a temporary folder, and prints events per
second for reading plus judging and for judging alone (best of several rounds, one process), and the
time of one event at the beginning and at the end of a log of over 10,000 events.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent))

from referee_schemas.reading import read_log

from referee.judging.replay import ReplayedLog, judge
from tests.lawful import OF_DESMOCHE, read

Event = dict[str, Any]
ROUNDS = 3
BLOCK = 100


def evenings(hands: int) -> list[list[Event]]:
    """Return evenings without faults, with this many hands in total."""
    recorded, logs, played = cycle(OF_DESMOCHE), [], 0
    while played < hands:
        logs.append([*read(next(recorded))])
        played += sum(event["type"] == "hand" for event in logs[-1])
    return logs


def fastest(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the seconds of the fastest round."""
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


def one_long_log(events: int) -> list[Event]:
    """Return a log of at least this many events: the same legal hand, dealt again and again."""
    opening: Event = {"type": "game", "game": "desmoche", "players": ["Ana", "Beto"]}
    log, dealers = [opening], ["Ana", "Beto"]
    cards = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
    while len(log) < events:
        dealer = dealers[len(log) // 40 % 2]
        other = "Beto" if dealer == "Ana" else "Ana"
        log.append({"type": "hand", "dealer": dealer, "bet": 5})
        log.append({"type": "deal", "hands": {}})
        log += [{"type": "cambio", "player": name, "card": "??"} for name in (dealer, other)]
        drawers = [other, other] + [dealer, other] * 17
        log += [
            {"type": "draw", "player": drawer, "card": card}
            for drawer, card in zip(drawers[:34], cards, strict=False)
        ]
        log += [{"type": "end", "why": "stock_empty"}, {"type": "note", "note": "nobody won"}]
    return log


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=5000)
    hands = parser.parse_args().hands
    logs = evenings(hands)
    events = sum(map(len, logs))
    print(f"{len(logs)} logs, {events} events, at least {hands} hands")
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, log in enumerate(logs):
            path = Path(folder) / f"{number:05}.jsonl"
            lines = (json.dumps(event, ensure_ascii=False) + "\n" for event in log)
            path.write_text("".join(lines), encoding="utf-8")
            paths.append(path)
        both = fastest(lambda: [judge(read_log(path)) for path in paths])
        read = [list(read_log(path)) for path in paths]
    alone = fastest(lambda: [judge(log) for log in read])
    print(f"reading and judging: {events / both:10,.0f} events a second")
    print(f"judging alone:       {events / alone:10,.0f} events a second")
    replay, times = ReplayedLog(), []
    log = one_long_log(10_200)
    for at in range(0, len(log), BLOCK):
        begun = time.perf_counter()
        for event in log[at : at + BLOCK]:
            replay.feed(event)
        times.append((time.perf_counter() - begun) / BLOCK * 1e6)
    early, late = sorted(times[1:11])[5], sorted(times[-11:-1])[5]
    print(
        f"one event of a long log: {early:.1f} µs near the 500th, {late:.1f} µs near the 10,000th"
    )


if __name__ == "__main__":
    main()
