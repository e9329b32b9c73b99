"""Random hands against the brute force and the solver: ``python -m tests.dimes [--hands 1000]``.

Small dense hands are tried out in every way; full hands go to the solver, dense ones and ones with
many wilds. Prints the first hand that differs, if any, and ends with 1 then.
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from referee.cards.arranging import arrange
from tests.dimes import brute_force, solver
from tests.dimes.hands import any_round, dense, with_wilds


def differs(seed: int) -> str:
    """Return what is wrong with the hands of one seed; empty if nothing is."""
    rng = Random(f"dimes/{seed}")
    round_ = any_round(rng)
    small = dense(rng, round_, rng.randint(3, 8))
    full = with_wilds(rng, round_, 13, rng.randint(0, 9)) if seed % 2 else dense(rng, round_, 13)
    for hand, least in ((small, brute_force.least), (full, solver.least)):
        found = arrange(hand, round_).penalty
        right = least(hand, round_.wild, natural=round_.natural_in_place)
        if found != right:
            return f"seed {seed}: {hand} in {round_}: {found}, not {right}"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    for seed in range(asked.first, asked.first + asked.hands):
        if wrong := differs(seed):
            print(wrong)
            sys.exit(1)
    print(f"{asked.hands} small hands and {asked.hands} full ones: all the same")


if __name__ == "__main__":
    main()
