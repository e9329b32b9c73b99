"""Hands of Dimes per second that are arranged with the fewest points left, on one core.

    python benchmarks/arranging.py [--hands 2000] [--profile]

Arranges 13-card hands with the proof: random ones from two packs with none to eight wilds, as
dealt, and dense ones, with cards from five ranks, two suits of three packs, or four of one. Prints
hands per second and the slowest hand, for both house rules on wilds in their place. Measures
processor time, so that other work on the machine does not count. The first hands of a run are
slower, because suits are cached.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from referee.cards.arranging import arrange
from referee.cards.deck import JOKER, NAMES
from referee.cards.wild_melds import Round

SIZE = 13
FEW_RANKS = "34567"
Hands = list[list[str]]


def kinds(rng: random.Random, round_: Round, hands: int) -> Iterator[tuple[str, Hands]]:
    """Yield every kind of hand by its name, with this many examples."""
    two_packs = [*NAMES, JOKER, JOKER] * 2
    wild = [card for card in two_packs if round_.is_wild(card)]
    natural = [card for card in two_packs if not round_.is_wild(card)]
    few = [card for card in NAMES if card[0] in FEW_RANKS]
    two_suits = [card for card in few * 3 if card[1] in "hs"]

    def drawn(others: list[str], wilds: int) -> Hands:
        return [rng.sample(wild, wilds) + rng.sample(others, SIZE - wilds) for _ in range(hands)]

    yield "as dealt", [rng.sample(two_packs, SIZE) for _ in range(hands)]
    for wilds in range(9):
        yield f"random, {wilds} wilds", drawn(natural, wilds)
    for wilds in range(6):
        yield f"dense in two suits, {wilds} wilds", drawn(two_suits, wilds)
        yield f"dense in four suits, {wilds} wilds", drawn(few, wilds)


def measure(hands: Hands, round_: Round) -> tuple[float, float]:
    """Return the hands per second, and the milliseconds of the slowest hand."""
    times = []
    for hand in hands:
        begun = time.process_time()
        arrange(hand, round_)
        times.append(time.process_time() - begun)
    return len(hands) / sum(times), 1000 * max(times)


def profiled(work: Callable[[], object]) -> None:
    """Run the work, and print a profile of it."""
    profile = cProfile.Profile()
    profile.runcall(work)
    pstats.Stats(profile).sort_stats("tottime").print_stats(10)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--profile", action="store_true")
    asked = parser.parse_args()
    for natural in (False, True):
        round_ = Round("K", natural_in_place=natural)
        print(f"wild_in_place: {'natural' if natural else 'wild'}")
        for kind, hands in kinds(random.Random(7), round_, asked.hands):
            a_second, slowest = measure(hands, round_)
            print(f"  {kind:30} {a_second:8,.0f} hands a second, slowest {slowest:6.1f} ms")
            if asked.profile:
                profiled(partial(measure, hands, round_))


if __name__ == "__main__":
    main()
